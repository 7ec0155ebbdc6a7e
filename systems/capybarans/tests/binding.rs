//! Signed bindings, and the signatures behind them: a changed byte is found, and the signatures are those of RFC 8032.

mod support;

use capybarans::key_t::accepts;
use capybarans::{Notary, Refusal, Reply, Route, SecretKey, check, handle, route};
use power_mock::MockDevice;
use support::{Random, hash, key, said};

fn notary() -> Notary<MockDevice> {
    Notary::create(MockDevice::new(vec![0; 160], 8), key()).expect("there is room")
}

/// The bytes of hexadecimal digits.
fn bytes(digits: &str) -> Vec<u8> {
    (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).expect("digits")).collect()
}

/// RFC 8032, section 7.1, tests 1 to 3: the seed, the public key, the message, the signature.
const VECTORS: [[&str; 4]; 3] = [
    [
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ],
    [
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ],
    [
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ],
];

#[test]
fn signatures_are_those_of_the_rfc() {
    for [seed, public, message, signature] in VECTORS.map(|vector| vector.map(bytes)) {
        let mut key = SecretKey::of_seed(&seed.try_into().expect("32 bytes"));
        assert_eq!(key.public_key(), *public);
        assert_eq!(key.sign(&message), *signature);
        let (public, signature) = (public.try_into().expect("32 bytes"), signature.try_into().expect("64 bytes"));
        assert!(accepts(&public, &message, &signature));
        assert!(!accepts(&public, &[&message[..], b"x"].concat(), &signature));
    }
}

/// Under a key of small order there are signatures of every message; they are refused.
#[test]
fn weak_keys_and_other_forms_of_signatures_are_refused() {
    let mut neutral = [0; 32];
    neutral[0] = 1;
    let mut signature = [0; 64];
    signature[0] = 1;
    assert!(!accepts(&neutral, b"anything", &signature));
    assert!(!accepts(&[0xff; 32], b"anything", &signature));
    // The same signature with the order of the group added to its second half.
    let [_, public, message, signature] = VECTORS[1].map(bytes);
    let order = bytes("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
    let mut other: [u8; 64] = signature.try_into().expect("64 bytes");
    let mut carry = 0;
    for (byte, more) in other[32..].iter_mut().zip(order) {
        let sum = u16::from(*byte) + u16::from(more) + carry;
        (*byte, carry) = (sum as u8, sum >> 8);
    }
    assert_eq!(carry, 0);
    assert!(!accepts(&public.try_into().expect("32 bytes"), &message, &other));
}

#[test]
fn a_changed_bit_of_a_binding_is_found() {
    let mut notary = notary();
    assert!(notary.advance([0x3c; 32]));
    let binding = notary.sign().expect("it was advanced");
    assert_eq!(said(&binding), (1, [0x3c; 32]));
    let public = key().public_key();
    for bit in 0..binding.len() * 8 {
        let mut changed = binding.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        assert!(check(&public, &changed).is_none(), "bit {bit}");
    }
    let mut random = Random(1);
    for at in 0..binding.len() {
        let mut changed = binding.clone();
        changed[at] ^= 1 + random.below(255) as u8;
        assert!(check(&public, &changed).is_none(), "byte {at}");
    }
    for len in 0..binding.len() {
        assert!(check(&public, &binding[..len]).is_none(), "{len} bytes");
    }
    assert!(check(&public, &[&binding[..], &[0]].concat()).is_none());
    for byte in 0..32 {
        let mut other = public;
        other[byte] ^= 1;
        assert!(check(&other, &binding).is_none(), "byte {byte} of the key");
    }
    // The signature of another binding.
    assert!(notary.advance([0x3d; 32]));
    let other = notary.sign().expect("it was advanced");
    assert!(check(&public, &[&binding[..88], &other[88..]].concat()).is_none());
    assert!(check(&public, &[&other[..88], &binding[88..]].concat()).is_none());
}

/// A good signature of something else is no binding: of another domain, and of the statement of another notary.
#[test]
fn what_is_signed_must_be_a_statement_of_this_notary() {
    let public = key().public_key();
    let statement = [&b"capybarans bind1"[..], &public, &7_u64.to_le_bytes(), &[0x11; 32]].concat();
    let signed = |message: &[u8]| [message, &key().sign(message)].concat();
    assert_eq!(said(&signed(&statement)), (7, [0x11; 32]));
    for byte in 0..48 {
        let mut other = statement.clone();
        other[byte] ^= 1;
        assert!(check(&public, &signed(&other)).is_none(), "byte {byte}");
    }
}

/// Nobody has it signed what he likes: a hash that looks like a statement is a hash.
#[test]
fn only_statements_are_signed() {
    let mut notary = notary();
    let mut random = Random(5);
    let mut seen = Vec::new();
    for timestamp in 1..200 {
        let mut given = hash(&mut random);
        given[..16].copy_from_slice(b"capybarans bind1");
        let Reply::Done(binding) = handle(&mut notary, Route::Notarize, &given) else { panic!("it is refused") };
        assert_eq!(said(&binding), (timestamp, given));
        assert!(!seen.contains(&binding));
        seen.push(binding);
    }
}

#[test]
fn requests_are_answered_as_the_table_says() {
    let mut notary = notary();
    let public = key().public_key();
    let mut ask = |method: &str, path: &str, body: &[u8]| match handle(&mut notary, route(method, path), body) {
        Reply::Done(bytes) => Ok(bytes),
        Reply::Refused(refusal) => Err(refusal),
    };
    let state = |timestamp: u64, hash: u8| [&timestamp.to_le_bytes()[..], &[hash; 32]].concat();
    assert_eq!(ask("GET", "/key", &[]), Ok(public.to_vec()));
    assert_eq!(ask("GET", "/state", &[]), Ok(state(0, 0)));
    assert_eq!(ask("POST", "/sign", &[]), Err(Refusal::NothingAdvanced));
    assert_eq!(ask("POST", "/advance", &[5; 32]), Ok(state(1, 5)));
    assert_eq!(ask("GET", "/state", &[]), Ok(state(1, 5)));
    let signed = ask("POST", "/sign", &[]).expect("a binding");
    assert_eq!(said(&signed), (1, [5; 32]));
    assert_eq!(ask("POST", "/sign", &[]), Ok(signed));
    assert_eq!(ask("POST", "/notarize", &[6; 32]).map(|binding| said(&binding)), Ok((2, [6; 32])));
    for len in (0..100).filter(|len| *len != 32) {
        for path in ["/advance", "/notarize"] {
            assert_eq!(ask("POST", path, &vec![7; len]), Err(Refusal::NotAHash), "{len} bytes");
        }
    }
    for (method, path) in [("GET", "/key"), ("GET", "/state"), ("POST", "/sign")] {
        assert_eq!(ask(method, path, &[0]), Err(Refusal::NotEmpty));
        assert_eq!(ask(method, path, &[0; 32]), Err(Refusal::NotEmpty));
    }
    let other = |method| if method == "GET" { ["POST", "HEAD", "get"] } else { ["GET", "PUT", "post"] };
    for (right, path) in
        [("GET", "/key"), ("GET", "/state"), ("POST", "/advance"), ("POST", "/sign"), ("POST", "/notarize")]
    {
        for method in other(right) {
            assert_eq!(ask(method, path, &[]), Err(Refusal::WrongMethod), "{method} {path}");
            assert_eq!(ask(method, path, &[8; 32]), Err(Refusal::WrongMethod), "{method} {path}");
        }
    }
    for path in ["", "/", "/ke", "/keys", "/key/", "/KEY", "key", "/sign?x", "/advance ", "/notarise", "*"] {
        for method in ["GET", "POST", "DELETE"] {
            assert_eq!(ask(method, path, &[8; 32]), Err(Refusal::NoSuchPath), "{method} {path}");
        }
    }
    assert_eq!(ask("GET", "/state", &[]), Ok(state(2, 6)));
}
