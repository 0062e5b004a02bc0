import Health
import Randomness
import Testing
import Vocabulary

struct PublishedDocumentsTests {
    @Test(arguments: 0..<40) func `what is kept of a day's documents is read back as it was`(seed: UInt64) throws {
        var dice = SeededRandom(seed: seed)
        let day = Int32.random(in: -3...9_000, using: &dice)
        var documents = PublishedDocuments()
        var expected: [StateKey: PublishedDocument] = [:]
        for _ in 0..<60 {
            let stateKey = Self.stateKey(day, &dice)
            let document = Bool.random(using: &dice) ? Self.document(day, &dice) : nil
            documents[stateKey] = document
            expected[stateKey] = document
        }
        #expect(documents.entries.map(\.stateKey) == expected.keys.sorted(), "seed \(seed)")
        let packed = try #require(documents.packed)
        let again = try #require(PublishedDocuments(packed, at: StateKey(.published, day: day)))
        #expect(again == documents, "seed \(seed)")
        for (stateKey, document) in expected { #expect(again[stateKey] == document, "seed \(seed)") }
        for length in packed.indices {
            let cut = PublishedDocuments(Array(packed[..<length]), at: StateKey(.published, day: day))
            #expect(cut == nil, "seed \(seed), \(length) bytes")
        }
    }

    @Test func `forms cost no byte where there are none`() throws {
        var dice = SeededRandom(seed: 3)
        var document = Self.document(0, &dice)
        func packed(_ forms: [PublishedForm]) throws -> [UInt8] {
            document.forms = forms
            var documents = PublishedDocuments()
            documents[StateKey(.published, day: 0, stream: .steps)] = document
            return try #require(documents.packed)
        }
        let (without, with) = (try packed([]), try packed([PublishedForm("omh", hashes: [1])]))
        // A count, the name with its length, the number of hashes, and the hash.
        #expect(with.count == without.count + 1 + 4 + 1 + 8)
        // The flags are the third byte: after the version and the number of documents.
        #expect(without[2] & 128 == 0 && with[2] == without[2] | 128 && with.starts(with: without[..<2]))
    }

    @Test func `a document that belongs to no day is kept by itself`() throws {
        var dice = SeededRandom(seed: 1)
        let stateKey = StateKey(.published, stream: .workouts, id: UUID128(hi: 1, lo: 2))
        #expect(stateKey.ofPublished == stateKey)
        var documents = PublishedDocuments()
        documents[stateKey] = Self.document(0, &dice)
        let packed = try #require(documents.packed)
        #expect(PublishedDocuments(packed, at: stateKey) == documents)
        // Under another's name it is broken.
        #expect(PublishedDocuments(packed, at: StateKey(.published, stream: .characteristic)) == nil)
        #expect(PublishedDocuments(packed, at: StateKey(.published, day: 0)) == nil)
        documents[stateKey] = nil
        #expect(documents.packed == nil)
    }

    @Test func `bytes of another format or order are refused`() throws {
        var dice = SeededRandom(seed: 2)
        var documents = PublishedDocuments()
        documents[StateKey(.published, day: 0, stream: .steps)] = Self.document(0, &dice)
        let packed = try #require(documents.packed)
        let stateKey = StateKey(.published, day: 0)
        #expect(PublishedDocuments(packed, at: stateKey) != nil)
        #expect(PublishedDocuments([1] + packed.dropFirst(), at: stateKey) == nil)
        #expect(PublishedDocuments(packed + [0], at: stateKey) == nil)
        // The same document twice.
        let twice = [packed[0], 2] + packed.dropFirst(2) + packed.dropFirst(2)
        #expect(PublishedDocuments(twice, at: stateKey) == nil)
    }

    private static func stateKey(_ day: Int32, _ dice: inout SeededRandom) -> StateKey {
        switch Int.random(in: 0..<3, using: &dice) {
        case 0: StateKey(.published, day: day, stream: .heart, hour: UInt8.random(in: 0...23, using: &dice))
        case 1:
            StateKey(
                .published,
                day: day,
                stream: .sleep,
                id: UUID128(hi: UInt64.random(in: 0...2, using: &dice), lo: 1)
            )
        default: StateKey(.published, day: day, stream: DataType(rawValue: UInt8.random(in: 0...20, using: &dice)))
        }
    }

    private static func document(_ day: Int32, _ dice: inout SeededRandom) -> PublishedDocument {
        PublishedDocument(
            start: Double(day) * 86_400 + Double(Int.random(in: 0...1, using: &dice)),
            end: Double(day + 1) * 86_400,
            firstSampleDay: [day, day - 1, .max].randomElement(using: &dice) ?? day,
            isFrozen: Bool.random(using: &dice),
            sourceKey: Bool.random(using: &dice) ? [] : Array("com.example.source".utf8),
            hashes: hashes(&dice),
            forms: ["fhir", "omh"].filter { _ in Int.random(in: 0...2, using: &dice) == 0 }
                .map { PublishedForm($0, hashes: hashes(&dice)) }
        )
    }

    private static func hashes(_ dice: inout SeededRandom) -> [UInt64] {
        (0..<Int.random(in: 1...3, using: &dice)).map { _ in UInt64.random(in: 0 ... .max, using: &dice) }
    }
}
