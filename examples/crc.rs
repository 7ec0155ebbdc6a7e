//! Checksums from tables: CRC-32 and CRC-64 (the reflected polynomials of Ethernet and of ECMA-182).
//!
//! Each of the 256 entries of a table is the remainder of a polynomial division, proved by computing it. That a step
//! with the table is eight steps bit by bit, for every state and every byte, is proved with bit vectors.

use vstd::compute::*;
use vstd::prelude::*;

verus! {

/// The remainder of the division of polynomials over the field of two elements: bit `i` of a number is the coefficient of
/// x^i, and `degree` is that of the divisor.
spec fn remainder(dividend: nat, top: nat, divisor: nat, degree: nat) -> nat
    decreases top,
{
    if top <= degree {
        dividend
    } else {
        let power = two_to((top - 1) as nat);
        let factor = two_to((top - 1 - degree) as nat);
        let rest = if dividend / power % 2 == 1 { exclusive_or(dividend, divisor * factor) } else { dividend };
        remainder(rest, (top - 1) as nat, divisor, degree)
    }
}

/// 2 to the `n`.
spec fn two_to(n: nat) -> nat
    decreases n,
{
    if n == 0 { 1 } else { 2 * two_to((n - 1) as nat) }
}

/// The sum of two polynomials.
spec fn exclusive_or(a: nat, b: nat) -> nat
    decreases a + b,
{
    if a == 0 || b == 0 { a + b } else { (a + b) % 2 + 2 * exclusive_or(a / 2, b / 2) }
}

/// The lowest `n` bits in the opposite order.
spec fn reflected(x: nat, n: nat) -> nat
    decreases n,
{
    if n == 0 { 0 } else { x % 2 * two_to((n - 1) as nat) + reflected(x / 2, (n - 1) as nat) }
}

/// What a table holds for a byte: the byte times x^width, divided, with the bits in the order in which they are sent.
spec fn entry(byte: nat, width: nat, polynomial: nat) -> nat {
    let divisor = two_to(width) + polynomial;
    reflected(remainder(reflected(byte, 8) * two_to(width), width + 8, divisor, width), width)
}

/// One bit of CRC-32: a step of the division, from the low end.
spec fn bit32(state: u32) -> u32 {
    if state & 1 == 1 { (state >> 1) ^ 0xedb8_8320 } else { state >> 1 }
}

/// One byte of CRC-32, bit by bit.
spec fn byte32(state: u32, byte: u8) -> u32 {
    bit32(bit32(bit32(bit32(bit32(bit32(bit32(bit32(state ^ byte as u32))))))))
}

/// CRC-32 of a message, bit by bit, from a state.
spec fn bytes32(state: u32, message: Seq<u8>) -> u32
    decreases message.len(),
{
    if message.len() == 0 { state } else { byte32(bytes32(state, message.drop_last()), message.last()) }
}

/// The checksum of a message.
spec fn spec_crc32(message: Seq<u8>) -> u32 {
    !bytes32(!0u32, message)
}

/// Whether an entry of the table is the remainder that it stands for, and what eight steps make of its number.
spec fn is_right32(i: int) -> bool {
    &&& TABLE32[i] == entry(i as nat, 32, 0x04c1_1db7)
    &&& TABLE32[i] == byte32(0, i as u8)
}

/// Every entry is.
proof fn lemma_table32()
    ensures
        forall|i: int| 0 <= i < 256 ==> #[trigger] TABLE32[i] == entry(i as nat, 32, 0x04c1_1db7),
        forall|i: int| 0 <= i < 256 ==> #[trigger] TABLE32[i] == byte32(0, i as u8),
{
    assert((0..256int).all_spec(|i| is_right32(i))) by (compute_only);
    let is_right = |i| is_right32(i);
    assert forall|i: int| 0 <= i < 256 implies #[trigger] TABLE32[i] == entry(i as nat, 32, 0x04c1_1db7) by {
        assert(is_right(i));
    }
    assert forall|i: int| 0 <= i < 256 implies #[trigger] TABLE32[i] == byte32(0, i as u8) by {
        assert(is_right(i));
    }
}

/// Eight steps shift a state by a byte, and add what they make of the byte that falls out.
proof fn lemma_step32(state: u32, byte: u8) by (bit_vector)
    ensures
        byte32(state, byte) == byte32(0, ((state ^ byte as u32) & 0xff) as u8) ^ (state >> 8),
{
}

/// The checksum, a table look-up a byte.
fn crc32(message: &[u8]) -> (checksum: u32)
    ensures
        checksum == spec_crc32(message@),
{
    let mut state = !0u32;
    let mut done = 0;
    while done < message.len()
        invariant
            done <= message.len(),
            state == bytes32(!0u32, message@.take(done as int)),
        decreases message.len() - done,
    {
        let byte = message[done];
        let index = ((state ^ byte as u32) & 0xff) as u8;
        proof {
            lemma_table32();
            lemma_step32(state, byte);
            assert(message@.take(done + 1).drop_last() == message@.take(done as int));
        }
        state = TABLE32[index as usize] ^ (state >> 8);
        done += 1;
    }
    assert(message@.take(done as int) == message@);
    !state
}

/// One bit of CRC-64: a step of the division, from the low end.
spec fn bit64(state: u64) -> u64 {
    if state & 1 == 1 { (state >> 1) ^ 0xc96c_5795_d787_0f42 } else { state >> 1 }
}

/// One byte of CRC-64, bit by bit.
spec fn byte64(state: u64, byte: u8) -> u64 {
    bit64(bit64(bit64(bit64(bit64(bit64(bit64(bit64(state ^ byte as u64))))))))
}

/// CRC-64 of a message, bit by bit, from a state.
spec fn bytes64(state: u64, message: Seq<u8>) -> u64
    decreases message.len(),
{
    if message.len() == 0 { state } else { byte64(bytes64(state, message.drop_last()), message.last()) }
}

/// The checksum of a message.
spec fn spec_crc64(message: Seq<u8>) -> u64 {
    !bytes64(!0u64, message)
}

/// Whether an entry of the table is the remainder that it stands for, and what eight steps make of its number.
spec fn is_right64(i: int) -> bool {
    &&& TABLE64[i] == entry(i as nat, 64, 0x42f0_e1eb_a9ea_3693)
    &&& TABLE64[i] == byte64(0, i as u8)
}

/// Every entry is.
proof fn lemma_table64()
    ensures
        forall|i: int| 0 <= i < 256 ==> #[trigger] TABLE64[i] == entry(i as nat, 64, 0x42f0_e1eb_a9ea_3693),
        forall|i: int| 0 <= i < 256 ==> #[trigger] TABLE64[i] == byte64(0, i as u8),
{
    assert((0..256int).all_spec(|i| is_right64(i))) by (compute_only);
    let is_right = |i| is_right64(i);
    assert forall|i: int| 0 <= i < 256 implies #[trigger] TABLE64[i] == entry(i as nat, 64, 0x42f0_e1eb_a9ea_3693) by {
        assert(is_right(i));
    }
    assert forall|i: int| 0 <= i < 256 implies #[trigger] TABLE64[i] == byte64(0, i as u8) by {
        assert(is_right(i));
    }
}

/// Eight steps shift a state by a byte, and add what they make of the byte that falls out.
proof fn lemma_step64(state: u64, byte: u8) by (bit_vector)
    ensures
        byte64(state, byte) == byte64(0, ((state ^ byte as u64) & 0xff) as u8) ^ (state >> 8),
{
}

/// The checksum, a table look-up a byte.
fn crc64(message: &[u8]) -> (checksum: u64)
    ensures
        checksum == spec_crc64(message@),
{
    let mut state = !0u64;
    let mut done = 0;
    while done < message.len()
        invariant
            done <= message.len(),
            state == bytes64(!0u64, message@.take(done as int)),
        decreases message.len() - done,
    {
        let byte = message[done];
        let index = ((state ^ byte as u64) & 0xff) as u8;
        proof {
            lemma_table64();
            lemma_step64(state, byte);
            assert(message@.take(done + 1).drop_last() == message@.take(done as int));
        }
        state = TABLE64[index as usize] ^ (state >> 8);
        done += 1;
    }
    assert(message@.take(done as int) == message@);
    !state
}

/// The values that every implementation is compared with: the checksums of the digits from 1 to 9.
proof fn lemma_known_answers()
    ensures
        spec_crc32(seq![0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39]) == 0xcbf4_3926,
        spec_crc64(seq![0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39]) == 0x995d_c9bb_df19_39fa,
{
    assert(spec_crc32(seq![0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39]) == 0xcbf4_3926) by (compute_only);
    assert(spec_crc64(seq![0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39]) == 0x995d_c9bb_df19_39fa)
        by (compute_only);
}

fn main() {
    let digits: [u8; 9] = [0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39];
    let _ = crc32(&digits);
    let _ = crc64(&digits);
}

#[rustfmt::skip]
const TABLE32: [u32; 256] = [
    0x0000_0000, 0x7707_3096, 0xee0e_612c, 0x9909_51ba, 0x076d_c419, 0x706a_f48f, 0xe963_a535, 0x9e64_95a3,
    0x0edb_8832, 0x79dc_b8a4, 0xe0d5_e91e, 0x97d2_d988, 0x09b6_4c2b, 0x7eb1_7cbd, 0xe7b8_2d07, 0x90bf_1d91,
    0x1db7_1064, 0x6ab0_20f2, 0xf3b9_7148, 0x84be_41de, 0x1ada_d47d, 0x6ddd_e4eb, 0xf4d4_b551, 0x83d3_85c7,
    0x136c_9856, 0x646b_a8c0, 0xfd62_f97a, 0x8a65_c9ec, 0x1401_5c4f, 0x6306_6cd9, 0xfa0f_3d63, 0x8d08_0df5,
    0x3b6e_20c8, 0x4c69_105e, 0xd560_41e4, 0xa267_7172, 0x3c03_e4d1, 0x4b04_d447, 0xd20d_85fd, 0xa50a_b56b,
    0x35b5_a8fa, 0x42b2_986c, 0xdbbb_c9d6, 0xacbc_f940, 0x32d8_6ce3, 0x45df_5c75, 0xdcd6_0dcf, 0xabd1_3d59,
    0x26d9_30ac, 0x51de_003a, 0xc8d7_5180, 0xbfd0_6116, 0x21b4_f4b5, 0x56b3_c423, 0xcfba_9599, 0xb8bd_a50f,
    0x2802_b89e, 0x5f05_8808, 0xc60c_d9b2, 0xb10b_e924, 0x2f6f_7c87, 0x5868_4c11, 0xc161_1dab, 0xb666_2d3d,
    0x76dc_4190, 0x01db_7106, 0x98d2_20bc, 0xefd5_102a, 0x71b1_8589, 0x06b6_b51f, 0x9fbf_e4a5, 0xe8b8_d433,
    0x7807_c9a2, 0x0f00_f934, 0x9609_a88e, 0xe10e_9818, 0x7f6a_0dbb, 0x086d_3d2d, 0x9164_6c97, 0xe663_5c01,
    0x6b6b_51f4, 0x1c6c_6162, 0x8565_30d8, 0xf262_004e, 0x6c06_95ed, 0x1b01_a57b, 0x8208_f4c1, 0xf50f_c457,
    0x65b0_d9c6, 0x12b7_e950, 0x8bbe_b8ea, 0xfcb9_887c, 0x62dd_1ddf, 0x15da_2d49, 0x8cd3_7cf3, 0xfbd4_4c65,
    0x4db2_6158, 0x3ab5_51ce, 0xa3bc_0074, 0xd4bb_30e2, 0x4adf_a541, 0x3dd8_95d7, 0xa4d1_c46d, 0xd3d6_f4fb,
    0x4369_e96a, 0x346e_d9fc, 0xad67_8846, 0xda60_b8d0, 0x4404_2d73, 0x3303_1de5, 0xaa0a_4c5f, 0xdd0d_7cc9,
    0x5005_713c, 0x2702_41aa, 0xbe0b_1010, 0xc90c_2086, 0x5768_b525, 0x206f_85b3, 0xb966_d409, 0xce61_e49f,
    0x5ede_f90e, 0x29d9_c998, 0xb0d0_9822, 0xc7d7_a8b4, 0x59b3_3d17, 0x2eb4_0d81, 0xb7bd_5c3b, 0xc0ba_6cad,
    0xedb8_8320, 0x9abf_b3b6, 0x03b6_e20c, 0x74b1_d29a, 0xead5_4739, 0x9dd2_77af, 0x04db_2615, 0x73dc_1683,
    0xe363_0b12, 0x9464_3b84, 0x0d6d_6a3e, 0x7a6a_5aa8, 0xe40e_cf0b, 0x9309_ff9d, 0x0a00_ae27, 0x7d07_9eb1,
    0xf00f_9344, 0x8708_a3d2, 0x1e01_f268, 0x6906_c2fe, 0xf762_575d, 0x8065_67cb, 0x196c_3671, 0x6e6b_06e7,
    0xfed4_1b76, 0x89d3_2be0, 0x10da_7a5a, 0x67dd_4acc, 0xf9b9_df6f, 0x8ebe_eff9, 0x17b7_be43, 0x60b0_8ed5,
    0xd6d6_a3e8, 0xa1d1_937e, 0x38d8_c2c4, 0x4fdf_f252, 0xd1bb_67f1, 0xa6bc_5767, 0x3fb5_06dd, 0x48b2_364b,
    0xd80d_2bda, 0xaf0a_1b4c, 0x3603_4af6, 0x4104_7a60, 0xdf60_efc3, 0xa867_df55, 0x316e_8eef, 0x4669_be79,
    0xcb61_b38c, 0xbc66_831a, 0x256f_d2a0, 0x5268_e236, 0xcc0c_7795, 0xbb0b_4703, 0x2202_16b9, 0x5505_262f,
    0xc5ba_3bbe, 0xb2bd_0b28, 0x2bb4_5a92, 0x5cb3_6a04, 0xc2d7_ffa7, 0xb5d0_cf31, 0x2cd9_9e8b, 0x5bde_ae1d,
    0x9b64_c2b0, 0xec63_f226, 0x756a_a39c, 0x026d_930a, 0x9c09_06a9, 0xeb0e_363f, 0x7207_6785, 0x0500_5713,
    0x95bf_4a82, 0xe2b8_7a14, 0x7bb1_2bae, 0x0cb6_1b38, 0x92d2_8e9b, 0xe5d5_be0d, 0x7cdc_efb7, 0x0bdb_df21,
    0x86d3_d2d4, 0xf1d4_e242, 0x68dd_b3f8, 0x1fda_836e, 0x81be_16cd, 0xf6b9_265b, 0x6fb0_77e1, 0x18b7_4777,
    0x8808_5ae6, 0xff0f_6a70, 0x6606_3bca, 0x1101_0b5c, 0x8f65_9eff, 0xf862_ae69, 0x616b_ffd3, 0x166c_cf45,
    0xa00a_e278, 0xd70d_d2ee, 0x4e04_8354, 0x3903_b3c2, 0xa767_2661, 0xd060_16f7, 0x4969_474d, 0x3e6e_77db,
    0xaed1_6a4a, 0xd9d6_5adc, 0x40df_0b66, 0x37d8_3bf0, 0xa9bc_ae53, 0xdebb_9ec5, 0x47b2_cf7f, 0x30b5_ffe9,
    0xbdbd_f21c, 0xcaba_c28a, 0x53b3_9330, 0x24b4_a3a6, 0xbad0_3605, 0xcdd7_0693, 0x54de_5729, 0x23d9_67bf,
    0xb366_7a2e, 0xc461_4ab8, 0x5d68_1b02, 0x2a6f_2b94, 0xb40b_be37, 0xc30c_8ea1, 0x5a05_df1b, 0x2d02_ef8d,
];

#[rustfmt::skip]
const TABLE64: [u64; 256] = [
    0x0000_0000_0000_0000, 0xb32e_4cbe_03a7_5f6f, 0xf484_3657_a840_a05b, 0x47aa_7ae9_abe7_ff34,
    0x7bd0_c384_ff8f_5e33, 0xc8fe_8f3a_fc28_015c, 0x8f54_f5d3_57cf_fe68, 0x3c7a_b96d_5468_a107,
    0xf7a1_8709_ff1e_bc66, 0x448f_cbb7_fcb9_e309, 0x0325_b15e_575e_1c3d, 0xb00b_fde0_54f9_4352,
    0x8c71_448d_0091_e255, 0x3f5f_0833_0336_bd3a, 0x78f5_72da_a8d1_420e, 0xcbdb_3e64_ab76_1d61,
    0x7d9b_a138_5133_6649, 0xceb5_ed86_5294_3926, 0x891f_976f_f973_c612, 0x3a31_dbd1_fad4_997d,
    0x064b_62bc_aebc_387a, 0xb565_2e02_ad1b_6715, 0xf2cf_54eb_06fc_9821, 0x41e1_1855_055b_c74e,
    0x8a3a_2631_ae2d_da2f, 0x3914_6a8f_ad8a_8540, 0x7ebe_1066_066d_7a74, 0xcd90_5cd8_05ca_251b,
    0xf1ea_e5b5_51a2_841c, 0x42c4_a90b_5205_db73, 0x056e_d3e2_f9e2_2447, 0xb640_9f5c_fa45_7b28,
    0xfb37_4270_a266_cc92, 0x4819_0ece_a1c1_93fd, 0x0fb3_7427_0a26_6cc9, 0xbc9d_3899_0981_33a6,
    0x80e7_81f4_5de9_92a1, 0x33c9_cd4a_5e4e_cdce, 0x7463_b7a3_f5a9_32fa, 0xc74d_fb1d_f60e_6d95,
    0x0c96_c579_5d78_70f4, 0xbfb8_89c7_5edf_2f9b, 0xf812_f32e_f538_d0af, 0x4b3c_bf90_f69f_8fc0,
    0x7746_06fd_a2f7_2ec7, 0xc468_4a43_a150_71a8, 0x83c2_30aa_0ab7_8e9c, 0x30ec_7c14_0910_d1f3,
    0x86ac_e348_f355_aadb, 0x3582_aff6_f0f2_f5b4, 0x7228_d51f_5b15_0a80, 0xc106_99a1_58b2_55ef,
    0xfd7c_20cc_0cda_f4e8, 0x4e52_6c72_0f7d_ab87, 0x09f8_169b_a49a_54b3, 0xbad6_5a25_a73d_0bdc,
    0x710d_6441_0c4b_16bd, 0xc223_28ff_0fec_49d2, 0x8589_5216_a40b_b6e6, 0x36a7_1ea8_a7ac_e989,
    0x0add_a7c5_f3c4_488e, 0xb9f3_eb7b_f063_17e1, 0xfe59_9192_5b84_e8d5, 0x4d77_dd2c_5823_b7ba,
    0x64b6_2bca_ebc3_87a1, 0xd798_6774_e864_d8ce, 0x9032_1d9d_4383_27fa, 0x231c_5123_4024_7895,
    0x1f66_e84e_144c_d992, 0xac48_a4f0_17eb_86fd, 0xebe2_de19_bc0c_79c9, 0x58cc_92a7_bfab_26a6,
    0x9317_acc3_14dd_3bc7, 0x2039_e07d_177a_64a8, 0x6793_9a94_bc9d_9b9c, 0xd4bd_d62a_bf3a_c4f3,
    0xe8c7_6f47_eb52_65f4, 0x5be9_23f9_e8f5_3a9b, 0x1c43_5910_4312_c5af, 0xaf6d_15ae_40b5_9ac0,
    0x192d_8af2_baf0_e1e8, 0xaa03_c64c_b957_be87, 0xeda9_bca5_12b0_41b3, 0x5e87_f01b_1117_1edc,
    0x62fd_4976_457f_bfdb, 0xd1d3_05c8_46d8_e0b4, 0x9679_7f21_ed3f_1f80, 0x2557_339f_ee98_40ef,
    0xee8c_0dfb_45ee_5d8e, 0x5da2_4145_4649_02e1, 0x1a08_3bac_edae_fdd5, 0xa926_7712_ee09_a2ba,
    0x955c_ce7f_ba61_03bd, 0x2672_82c1_b9c6_5cd2, 0x61d8_f828_1221_a3e6, 0xd2f6_b496_1186_fc89,
    0x9f81_69ba_49a5_4b33, 0x2caf_2504_4a02_145c, 0x6b05_5fed_e1e5_eb68, 0xd82b_1353_e242_b407,
    0xe451_aa3e_b62a_1500, 0x577f_e680_b58d_4a6f, 0x10d5_9c69_1e6a_b55b, 0xa3fb_d0d7_1dcd_ea34,
    0x6820_eeb3_b6bb_f755, 0xdb0e_a20d_b51c_a83a, 0x9ca4_d8e4_1efb_570e, 0x2f8a_945a_1d5c_0861,
    0x13f0_2d37_4934_a966, 0xa0de_6189_4a93_f609, 0xe774_1b60_e174_093d, 0x545a_57de_e2d3_5652,
    0xe21a_c882_1896_2d7a, 0x5134_843c_1b31_7215, 0x169e_fed5_b0d6_8d21, 0xa5b0_b26b_b371_d24e,
    0x99ca_0b06_e719_7349, 0x2ae4_47b8_e4be_2c26, 0x6d4e_3d51_4f59_d312, 0xde60_71ef_4cfe_8c7d,
    0x15bb_4f8b_e788_911c, 0xa695_0335_e42f_ce73, 0xe13f_79dc_4fc8_3147, 0x5211_3562_4c6f_6e28,
    0x6e6b_8c0f_1807_cf2f, 0xdd45_c0b1_1ba0_9040, 0x9aef_ba58_b047_6f74, 0x29c1_f6e6_b3e0_301b,
    0xc96c_5795_d787_0f42, 0x7a42_1b2b_d420_502d, 0x3de8_61c2_7fc7_af19, 0x8ec6_2d7c_7c60_f076,
    0xb2bc_9411_2808_5171, 0x0192_d8af_2baf_0e1e, 0x4638_a246_8048_f12a, 0xf516_eef8_83ef_ae45,
    0x3ecd_d09c_2899_b324, 0x8de3_9c22_2b3e_ec4b, 0xca49_e6cb_80d9_137f, 0x7967_aa75_837e_4c10,
    0x451d_1318_d716_ed17, 0xf633_5fa6_d4b1_b278, 0xb199_254f_7f56_4d4c, 0x02b7_69f1_7cf1_1223,
    0xb4f7_f6ad_86b4_690b, 0x07d9_ba13_8513_3664, 0x4073_c0fa_2ef4_c950, 0xf35d_8c44_2d53_963f,
    0xcf27_3529_793b_3738, 0x7c09_7997_7a9c_6857, 0x3ba3_037e_d17b_9763, 0x888d_4fc0_d2dc_c80c,
    0x4356_71a4_79aa_d56d, 0xf078_3d1a_7a0d_8a02, 0xb7d2_47f3_d1ea_7536, 0x04fc_0b4d_d24d_2a59,
    0x3886_b220_8625_8b5e, 0x8ba8_fe9e_8582_d431, 0xcc02_8477_2e65_2b05, 0x7f2c_c8c9_2dc2_746a,
    0x325b_15e5_75e1_c3d0, 0x8175_595b_7646_9cbf, 0xc6df_23b2_dda1_638b, 0x75f1_6f0c_de06_3ce4,
    0x498b_d661_8a6e_9de3, 0xfaa5_9adf_89c9_c28c, 0xbd0f_e036_222e_3db8, 0x0e21_ac88_2189_62d7,
    0xc5fa_92ec_8aff_7fb6, 0x76d4_de52_8958_20d9, 0x317e_a4bb_22bf_dfed, 0x8250_e805_2118_8082,
    0xbe2a_5168_7570_2185, 0x0d04_1dd6_76d7_7eea, 0x4aae_673f_dd30_81de, 0xf980_2b81_de97_deb1,
    0x4fc0_b4dd_24d2_a599, 0xfcee_f863_2775_faf6, 0xbb44_828a_8c92_05c2, 0x086a_ce34_8f35_5aad,
    0x3410_7759_db5d_fbaa, 0x873e_3be7_d8fa_a4c5, 0xc094_410e_731d_5bf1, 0x73ba_0db0_70ba_049e,
    0xb861_33d4_dbcc_19ff, 0x0b4f_7f6a_d86b_4690, 0x4ce5_0583_738c_b9a4, 0xffcb_493d_702b_e6cb,
    0xc3b1_f050_2443_47cc, 0x709f_bcee_27e4_18a3, 0x3735_c607_8c03_e797, 0x841b_8ab9_8fa4_b8f8,
    0xadda_7c5f_3c44_88e3, 0x1ef4_30e1_3fe3_d78c, 0x595e_4a08_9404_28b8, 0xea70_06b6_97a3_77d7,
    0xd60a_bfdb_c3cb_d6d0, 0x6524_f365_c06c_89bf, 0x228e_898c_6b8b_768b, 0x91a0_c532_682c_29e4,
    0x5a7b_fb56_c35a_3485, 0xe955_b7e8_c0fd_6bea, 0xaeff_cd01_6b1a_94de, 0x1dd1_81bf_68bd_cbb1,
    0x21ab_38d2_3cd5_6ab6, 0x9285_746c_3f72_35d9, 0xd52f_0e85_9495_caed, 0x6601_423b_9732_9582,
    0xd041_dd67_6d77_eeaa, 0x636f_91d9_6ed0_b1c5, 0x24c5_eb30_c537_4ef1, 0x97eb_a78e_c690_119e,
    0xab91_1ee3_92f8_b099, 0x18bf_525d_915f_eff6, 0x5f15_28b4_3ab8_10c2, 0xec3b_640a_391f_4fad,
    0x27e0_5a6e_9269_52cc, 0x94ce_16d0_91ce_0da3, 0xd364_6c39_3a29_f297, 0x604a_2087_398e_adf8,
    0x5c30_99ea_6de6_0cff, 0xef1e_d554_6e41_5390, 0xa8b4_afbd_c5a6_aca4, 0x1b9a_e303_c601_f3cb,
    0x56ed_3e2f_9e22_4471, 0xe5c3_7291_9d85_1b1e, 0xa269_0878_3662_e42a, 0x1147_44c6_35c5_bb45,
    0x2d3d_fdab_61ad_1a42, 0x9e13_b115_620a_452d, 0xd9b9_cbfc_c9ed_ba19, 0x6a97_8742_ca4a_e576,
    0xa14c_b926_613c_f817, 0x1262_f598_629b_a778, 0x55c8_8f71_c97c_584c, 0xe6e6_c3cf_cadb_0723,
    0xda9c_7aa2_9eb3_a624, 0x69b2_361c_9d14_f94b, 0x2e18_4cf5_36f3_067f, 0x9d36_004b_3554_5910,
    0x2b76_9f17_cf11_2238, 0x9858_d3a9_ccb6_7d57, 0xdff2_a940_6751_8263, 0x6cdc_e5fe_64f6_dd0c,
    0x50a6_5c93_309e_7c0b, 0xe388_102d_3339_2364, 0xa422_6ac4_98de_dc50, 0x170c_267a_9b79_833f,
    0xdcd7_181e_300f_9e5e, 0x6ff9_54a0_33a8_c131, 0x2853_2e49_984f_3e05, 0x9b7d_62f7_9be8_616a,
    0xa707_db9a_cf80_c06d, 0x1429_9724_cc27_9f02, 0x5383_edcd_67c0_6036, 0xe0ad_a173_6467_3f59,
];

} // verus!
