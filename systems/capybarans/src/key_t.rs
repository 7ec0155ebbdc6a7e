//! Keys and signatures: Ed25519 (RFC 8032), by the crate `ed25519-dalek`.
//!
//! trusted: the crate computes the signatures of RFC 8032, which are a function of key and message (section 5.1.6), and accepts the
//! bytes that [`is_signature`] says, what it signs among them; and the functions below give nothing else of a key away.
//!
//! What a signature is good for is not stated: that nobody makes one without the key is a claim of cryptography.

use ed25519_dalek::{Signer as _, SigningKey, VerifyingKey};
use vstd::prelude::*;

verus! {

/// The signature of a message by the private key of a public one.
pub uninterp spec fn signature_of(public: Seq<u8>, message: Seq<u8>) -> Seq<u8>;

/// Whether bytes are accepted as a signature of a message under a public key. It may be more than one.
pub uninterp spec fn is_signature(public: Seq<u8>, message: Seq<u8>, signature: Seq<u8>) -> bool;

/// What the crate gives.
#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExSigningKey(SigningKey);

/// A private key. It is not copied, not printed, and not compared; it signs, and it tells its public key; no function gives
/// its seed back.
#[verifier::external_body]
pub struct SecretKey {
    key: SigningKey,
}

impl SecretKey {
    /// The public key.
    pub uninterp spec fn public(&self) -> Seq<u8>;

    /// The messages that were signed with this value, in order.
    pub uninterp spec fn signed(&self) -> Seq<Seq<u8>>;

    /// The key of a seed (RFC 8032, section 5.1.5): 32 bytes that are the secret.
    #[verifier::external_body]
    pub fn of_seed(seed: &[u8; 32]) -> (key: SecretKey)
        ensures
            key.public().len() == 32,
            key.signed().len() == 0,
    {
        SecretKey { key: SigningKey::from_bytes(seed) }
    }

    /// The public key.
    #[verifier::external_body]
    pub fn public_key(&self) -> (public: [u8; 32])
        ensures
            public@ == self.public(),
    {
        self.key.verifying_key().to_bytes()
    }

    /// Signs a message.
    #[verifier::external_body]
    pub fn sign(&mut self, message: &[u8]) -> (signature: [u8; 64])
        ensures
            final(self).public() == old(self).public(),
            final(self).signed() == old(self).signed().push(message@),
            signature@ == signature_of(old(self).public(), message@),
            is_signature(old(self).public(), message@, signature@),
    {
        self.key.sign(message).to_bytes()
    }
}

/// Whether a signature is one of a message under a public key. Keys of small order, and signatures that are not canonical, are refused.
#[verifier::external_body]
pub fn accepts(public: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> (b: bool)
    ensures
        b == is_signature(public@, message@, signature@),
{
    let signature = ed25519_dalek::Signature::from_bytes(signature);
    VerifyingKey::from_bytes(public).is_ok_and(|key| key.verify_strict(message, &signature).is_ok())
}

} // verus!
