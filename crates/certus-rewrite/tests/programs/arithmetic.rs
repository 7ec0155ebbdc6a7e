spec fn add_all(i: int, n: nat, a: u8, b: i64, c: usize) -> int { i + n + a + b + c + 1 }
spec fn nats(n: nat, m: nat) -> nat { n * m + n + 1 + 2 * m }
spec fn subtract(a: u8, n: nat) -> int { a - n - 1 }
spec fn divide(a: u8, i: int, n: nat) -> int { (a / 2) + (i / 3) + (n / 4) + 10 / i + i % 2 }
spec fn quotient(a: u64) -> u64 { a / 2 }
spec fn remainder(a: i8) -> i8 { a % 2 }
spec fn negate(a: u8) -> int { -a + -1 - (-a) }
spec fn bits(a: u32, b: u32) -> u32 { (a & b) | (a ^ 0xff) | (0x0f & b) | (a << 3) | (1 >> a) }
spec fn bools(a: bool, b: bool) -> bool { (a & b) ^ (a | b) ^ !a }
spec fn not(a: u32) -> u32 { !a }
spec fn literals() -> (int, nat, u8, i32) { (1, 2, 3, -4) }
spec fn suffixes() -> int { 5int + 3nat + 7u8 + 1_000i64 + 0xffu32 }
spec fn reals(x: real) -> bool { 0real <= x < 2.5real && x / 2.0 == x * 0.5real }
spec fn casts(x: u64, n: int) -> u8 { ((x as int + n as nat) as u8 + 255 as u8) as u8 }
spec fn through(a: &u8, b: &int) -> bool { a + 1 == b && *a < 3 && a < b }
spec fn limits() -> int { unsigned_max(8) + signed_max(16) + signed_min(arch_word_bits()) + add(1u8, 2u8) }
proof fn assignments() { let mut x: int = 3; x += 1; x -= 2; x *= 3; let mut y: u8 = 1; y += 100u8; y <<= 1; }
fn exec(mut x: u64) -> u64 { x += 1; let y = x as u8; let z: Ghost<int> = Ghost(x + 1); let w = 3int; x / 2 }
