# From the entry of a PVH guest, and from the one of another core, to 64-bit code: flat segments, memory below 4 GiB at its
# own addresses, no-execute, write protection in supervisor mode, and SSE.

.section .note.pvh, "a", @note
    .balign 4
    .long 4, 4, 18                  # XEN_ELFNOTE_PHYS32_ENTRY
    .asciz "Xen"
    .long start32

.section .data
    .balign 4096
boot_root:
    .quad boot_huge + 3
    .zero 4088
boot_huge:
    .quad 0x83, 0x40000083, 0x80000083, 0xc000009b
    .zero 4064

    .balign 8
boot_gdt:
    .quad 0
    .quad 0x00af9a000000ffff        # 0x08: 64-bit code
    .quad 0x00cf92000000ffff        # 0x10: data
    .quad 0x00cf9a000000ffff        # 0x18: 32-bit code
boot_gdt_pointer:
    .word 31
    .long boot_gdt

    .balign 8
.globl next_stack
next_stack:                         # the stack of the core that starts next
    .quad 0

.section .bss
    .balign 4096
boot_stack:
    .zero 0x100000
boot_stack_end:

.section .text
.code32
.globl start32
start32:
    cli
    cld
    movl $boot_stack_end, next_stack
    movl $start_first, %esi
    jmp enter_long

other32:
    movw $0x10, %ax
    movw %ax, %ds
    movl $start_other, %esi

enter_long:                         # %esi: where to go on, %ebx: what to give to it
    lgdt boot_gdt_pointer
    movl %cr4, %eax
    orl $0x620, %eax                # PAE, OSFXSR, OSXMMEXCPT
    movl %eax, %cr4
    movl $boot_root, %eax
    movl %eax, %cr3
    movl $0xc0000080, %ecx          # EFER
    rdmsr
    orl $0x900, %eax                # LME, NXE
    wrmsr
    movl %cr0, %eax
    andl $0xfffffff3, %eax          # not EM, not TS
    orl $0x80010003, %eax           # PG, WP, MP, PE
    movl %eax, %cr0
    ljmp $0x08, $long
.code64
long:
    xorl %eax, %eax
    movw %ax, %ds
    movw %ax, %es
    movw %ax, %fs
    movw %ax, %gs
    movw $0x10, %ax
    movw %ax, %ss
    movq next_stack, %rsp
    movl %ebx, %edi
    movl %esi, %esi
    xorl %ebp, %ebp
    call *%rsi
    ud2

# What another core begins with, in 16-bit code, at a page below 1 MiB.
.section .rodata
.code16
.globl other16, other16_end
other16:
    cli
    cld
    xorw %ax, %ax
    movw %ax, %ds
    lgdtl 0x8000 + other16_gdt - other16
    movl %cr0, %eax
    orl $1, %eax
    movl %eax, %cr0
    ljmpl $0x18, $other32
other16_gdt:
    .word 31
    .long boot_gdt
other16_end:
.code64
