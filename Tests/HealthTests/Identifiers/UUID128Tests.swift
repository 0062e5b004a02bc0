import Foundation
import Randomness
import Testing
import Vocabulary

@Suite struct UUID128Tests {
    @Test(arguments: [
        "3F0C5B23-EA08-5992-9CEA-208E69FD9129", "3f0c5b23-ea08-5992-9cea-208e69fd9129",
        "3f0C5b23-Ea08-5992-9cEA-208e69FD9129",
    ])
    func `an id is read in any case and written in upper case`(text: String) throws {
        let id = try #require(UUID128(text))
        #expect(id == .namespace)
        #expect(id.description == "3F0C5B23-EA08-5992-9CEA-208E69FD9129")
        #expect(id.bytes.first == 0x3F)
        #expect(id.bytes.last == 0x29)
    }

    @Test(arguments: [
        "", "3F0C5B23EA0859929CEA208E69FD9129", "{3F0C5B23-EA08-5992-9CEA-208E69FD9129}",
        "3F0C5B23-EA08-5992-9CEA-208E69FD912", "3F0C5B23-EA08-5992-9CEA-208E69FD91290",
        "3F0C5B23-EA08-5992-9CEA-208E69FD912G", "3F0C5B23-EA08-5992-9CEA-208E69FD912 ",
        "3F0C5B2-3EA08-5992-9CEA-208E69FD9129", "3F0C5B23_EA08-5992-9CEA-208E69FD9129",
        "3F0C5B23-EA08-5992-9CEA-208E69FD91é", "urn:uuid:3F0C5B23-EA08-5992-9CEA-208",
    ])
    func `any other form is no id`(text: String) {
        #expect(UUID128(text) == nil)
    }

    @Test func `every byte at every place is a digit exactly if it is a hexadecimal one`() {
        let digits = Set("0123456789abcdefABCDEF".utf8)
        let text = [UInt8](UUID128.namespace.description.utf8)
        for place in text.indices {
            for byte in UInt8.min ... .max {
                var changed = text
                changed[place] = byte
                let id = unsafe changed.withUnsafeBytes { unsafe UUID128(parsing: $0) }
                let expected = text[place] == UInt8(ascii: "-") ? byte == UInt8(ascii: "-") : digits.contains(byte)
                #expect((id != nil) == expected, "byte \(byte) at \(place)")
            }
        }
    }

    @Test func `text, order and bytes agree with Foundation for random ids`() throws {
        var dice = SeededRandom(seed: 1)
        var previous = UUID128(hi: 0, lo: 0)
        for round in 0..<2000 {
            let id = UUID128(hi: dice.next(), lo: dice.next())
            let other = try #require(UUID(uuidString: id.description), "round \(round)")
            let bytes = unsafe withUnsafeBytes(of: other.uuid) { unsafe [UInt8]($0) }
            #expect(bytes == id.bytes, "round \(round)")
            #expect(UUID128(other.uuidString.lowercased()) == id)
            #expect((id < previous) == (id.description < previous.description))
            previous = id
        }
    }

    @Test func `the namespace of derived ids is that of the worker's name in the DNS`() {
        // RFC 9562, section 6.6.
        let dns = UUID128(hi: 0x6BA7_B810_9DAD_11D1, lo: 0x80B4_00C0_4FD4_30C8)
        #expect(UUID128.v5(namespace: dns, name: "fork-worker".utf8) == .namespace)
    }

    @Test(arguments: [
        ("", "5F7F7350-2836-51E1-8CC3-668431B08471"),
        ("conn-7/sleep", "AE78EF73-8EAC-5475-B85D-F5332FCA7706"),
        ("job/fork.uploads/0/12/sleep/1", "F8B3EB96-DA14-5A27-9593-7F326510193C"),
        (String(repeating: "x", count: 100), "94CA7E57-7F9A-52ED-860D-F567A5EFD4D8"),
    ])
    func `derived ids are those of any other implementation of version 5`(name: String, expected: String) {
        #expect(UUID128.v5(name: name.utf8).description == expected)
    }
}
