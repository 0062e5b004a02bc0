import Foundation
import Randomness
import Testing
import Vocabulary
import Webhooks

struct Ed25519Tests {
    /// The first three vectors of RFC 8032, section 7.1: seed, public key, message, signature.
    private static let vectors = [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
                + "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
                + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ]

    @Test(arguments: vectors)
    func `a seed makes the key and the signature of RFC 8032`(
        seed: String,
        publicKey: String,
        message: String,
        signature: String
    ) {
        #expect(Ed25519.publicKey(ofSeed: hex(seed)) == hex(publicKey))
        #expect(Ed25519.signature(hex(message), seed: hex(seed)) == hex(signature))
        #expect(Ed25519.isValid(hex(signature), of: hex(message), publicKey: hex(publicKey)))
    }

    @Test(arguments: vectors)
    func `another signature, message, key or length is not valid`(
        seed: String,
        publicKey: String,
        message: String,
        signature: String
    ) {
        for bit in stride(from: 0, to: 512, by: 37) {
            var wrong = hex(signature)
            wrong[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(!Ed25519.isValid(wrong, of: hex(message), publicKey: hex(publicKey)), "bit \(bit)")
        }
        #expect(!Ed25519.isValid(hex(signature), of: hex(message) + [0], publicKey: hex(publicKey)))
        #expect(!Ed25519.isValid(hex(signature), of: hex(message), publicKey: hex(seed)))
        #expect(!Ed25519.isValid(hex(signature).dropLast() as [UInt8], of: hex(message), publicKey: hex(publicKey)))
        #expect(!Ed25519.isValid([], of: hex(message), publicKey: hex(publicKey)))
        #expect(!Ed25519.isValid(hex(signature), of: hex(message), publicKey: []))
        #expect(Ed25519.publicKey(ofSeed: hex(seed) + [0]) == nil)
        #expect(Ed25519.signature([], seed: []) == nil)
    }

    @Test func `base64 is Foundation's`() {
        var dice = SeededRandom(seed: 5)
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
            let text = Data(bytes).base64EncodedString()
            #expect(Base64.text(bytes) == text)
            #expect(Base64.bytes(text.utf8) == bytes)
        }
    }

    @Test(arguments: [
        "A", "AA", "AAA", "AAAAA", "A===", "====", "=AAA", "AA=A", "AAA-", "AAA_", "AA A", "AAA\n", "AAAé",
    ])
    func `other texts are not base64`(text: String) {
        #expect(Base64.bytes(text.utf8) == nil)
    }
}
