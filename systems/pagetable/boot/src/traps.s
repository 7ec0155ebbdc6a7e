# What processors do at exceptions and interrupts. Each uses a stack of the block of its core (`Block` in blocks.rs), which
# begins at a multiple of its size, so that the block is known from the stack pointer. The first fields of the block:
#   0 saved stack pointer of a touch, or 0    8 rax    16 vector    24 error code    32 rip    40 cr2
#   48 address to forget    56 number of requests to forget    64 number of those done    72 rsp of the fault

.section .text
.macro FAULT number, has_code
fault_\number:
    .if \has_code == 0
    push 0
    .endif
    push \number
    jmp fault
.endm

FAULT 0, 0
FAULT 1, 0
FAULT 2, 0
FAULT 3, 0
FAULT 4, 0
FAULT 5, 0
FAULT 6, 0
FAULT 7, 0
FAULT 8, 1
FAULT 9, 0
FAULT 10, 1
FAULT 11, 1
FAULT 12, 1
FAULT 13, 1
FAULT 14, 1
FAULT 16, 0
FAULT 17, 1
FAULT 18, 0
FAULT 19, 0

# The end of a touch (`int 0x41`).
.globl fault_65
FAULT 65, 0

# A touch ends here if one is under way: it goes on behind its call.
fault:
    push rcx
    mov rcx, rsp
    and rcx, -0x4000
    mov [rcx + 8], rax
    mov rax, [rsp + 8]
    mov [rcx + 16], rax
    mov rax, [rsp + 16]
    mov [rcx + 24], rax
    mov rax, [rsp + 24]
    mov [rcx + 32], rax
    mov rax, [rsp + 48]
    mov [rcx + 72], rax
    mov rax, cr2
    mov [rcx + 40], rax
    cmp qword ptr [rcx], 0
    je 2f
    mov rsp, [rcx]
    mov qword ptr [rcx], 0
    pop r15
    pop r14
    pop r13
    pop r12
    pop rbx
    pop rbp
    sti
    ret
2:  mov rdi, rcx
    call unexpected
    ud2

# Something to forget, or something to do: the core that was interrupted looks by itself.
.globl interrupt
interrupt:
    push rax
    push rcx
    push rdx
    mov rcx, rsp
    and rcx, -0x4000
    mov rax, [rcx + 56]
    cmp rax, [rcx + 64]
    je 3f
    mov rdx, [rcx + 48]
    invlpg [rdx]
    mov [rcx + 64], rax
3:  mov eax, 0xfee000b0
    mov dword ptr [rax], 0
    pop rdx
    pop rcx
    pop rax
    iretq

# touch_user(address, value, stub, block): goes to a stub in user mode, until a fault or `int 0x41`.
.globl touch_user
touch_user:
    push rbp
    push rbx
    push r12
    push r13
    push r14
    push r15
    cli
    mov [rcx], rsp
    push 0x23
    push 0
    push 0x202
    push 0x2b
    push rdx
    iretq

# touch_supervisor(address, value, stub, block): the same in supervisor mode.
.globl touch_supervisor
touch_supervisor:
    push rbp
    push rbx
    push r12
    push r13
    push r14
    push r15
    mov [rcx], rsp
    jmp rdx

.section .data
    .balign 8
.globl faults
faults:
    .quad fault_0, fault_1, fault_2, fault_3, fault_4, fault_5, fault_6, fault_7, fault_8, fault_9
    .quad fault_10, fault_11, fault_12, fault_13, fault_14, fault_9, fault_16, fault_17, fault_18, fault_19

# One page, which is also mapped for user mode.
.section .stubs, "ax"
    .balign 4096
.globl stubs, stub_read, stub_write, stub_fetch, stub_count
stubs:
stub_read:
    mov rax, [rdi]
    int 0x41
    .balign 16
stub_write:
    mov [rdi], rsi
    int 0x41
    .balign 16
stub_fetch:
    jmp rdi
    .balign 16
stub_count:
    mov [rdi], rsi
    inc rsi
    jmp stub_count
    .balign 4096
