import Health
import Testing
import Vocabulary

struct CutTests {
    private static func document(voltages: Int, condensed: Int) throws -> Document {
        var samples = Samples()
        let type = try Samples.type("HeartRate")
        let origin = samples.origin("w")
        var extra = Extra()
        extra.count = 5
        extra.minimum = 50
        extra.maximum = 90
        let rows = try (0..<condensed).map {
            try samples.sample(type, Double($0), Double($0), 60, from: origin, extra: extra)
        }
        let membership = SampleMembership(rows, bounds: (0, 1))
        let provenance = Provenance(membership, pool: samples.pool)
        let connection = try #require(ConnectionID(Array("c".utf8)))
        var document = Document(.heart, name: Array("x".utf8), bounds: (0, 1), provenance, of: connection)
        document.item.data = SampleItems(provenance).series(rows, of: samples.pool)
        let points = (0..<voltages).map {
            Quantity(start: 0, end: 1, value: Double($0), unit: Literals.microvolt)
        }
        if voltages > 0 {
            var nested = Item(id: UUID128(hi: 9, lo: 9), name: Array("ecg".utf8), start: 0, end: 1)
            nested.source = Array(#"{"name":"Watch"}"#.utf8)
            nested.data = [Series(key: Array("voltages".utf8), quantities: points, isMovable: true)]
            document.item.nested = [Nested(key: Array("ecg".utf8), items: [nested], isMovable: true)]
        }
        return document
    }

    private static func parts(_ document: Document, maximum: Int) throws -> [EncodedPart] {
        let connection = try #require(ConnectionID(Array("c".utf8)))
        var encoded = EncodedDocument()
        document.encode(into: &encoded, maximum: maximum, connection: connection)
        return (0..<encoded.count).map { encoded[$0] }
    }

    private static func texts(_ document: Document, maximum: Int) throws -> [String] {
        let connection = try #require(ConnectionID(Array("c".utf8)))
        let cause = Attribution(connection: connection, userID: nil, collectedAt: 5)
        return try parts(document, maximum: maximum).map { String(decoding: $0.bytes(cause), as: UTF8.self) }
    }

    @Test func `a document that just fits is whole, one byte less cuts it`() throws {
        let document = try Self.document(voltages: 0, condensed: 10)
        let length = try Self.parts(document, maximum: .max)[0].count
        #expect(try Self.texts(document, maximum: length).count == 1)
        #expect(try Self.texts(document, maximum: length - 1).count > 1)
    }

    @Test func `the three quantities of a condensed sample are never parted`() throws {
        let document = try Self.document(voltages: 0, condensed: 40)
        for maximum in stride(from: 900, through: 4000, by: 130) {
            let texts = try Self.texts(document, maximum: maximum)
            #expect(texts[0].contains("\"parts\":\(texts.count)"))
            for text in texts {
                let data = try Tree(json: Array(text.utf8))["data"]?.list[0]["data"]
                let quantities = data?["HKQuantityTypeIdentifierHeartRate"]?.list ?? []
                #expect(quantities.count % 3 == 0)
                for index in stride(from: 0, to: quantities.count, by: 3) {
                    #expect(Set(quantities[index..<index + 3].map { $0["id"]?.text ?? "" }).count == 1)
                }
            }
        }
    }

    @Test func `voltages go on in the next parts, of which only the first has the source`() throws {
        let texts = try Self.texts(try Self.document(voltages: 200, condensed: 1), maximum: 2500)
        #expect(texts.count > 3)
        var values: [Double] = []
        var sources = 0
        for text in texts {
            let tree = try Tree(json: Array(text.utf8))
            for item in tree["data"]?.list[0]["nested_data"]?["ecg"]?.list ?? [] {
                sources += item["source"] == nil ? 0 : 1
                values += (item["data"]?["voltages"]?.list ?? []).compactMap { $0["value"]?["quantity"]?.number }
            }
        }
        #expect(values == (0..<200).map { Double($0) })
        #expect(sources == 1)
    }

    @Test(arguments: [1, 2, 3])
    func `of an item that is too long by its last point only the point moves, and fixed values stay together`(
        count: Int
    ) throws {
        func document(items: Int) throws -> Document {
            var document = try Self.document(voltages: 0, condensed: 0)
            let fixed = (0..<10).map { Quantity(start: 0, end: 1, value: Double($0), unit: Literals.microvolt) }
            let items = (0..<items).map { number in
                var item = Item(id: UUID128(hi: 9, lo: UInt64(number)), name: Array("ecg".utf8), start: 0, end: 1)
                item.data = [
                    Series(key: Array("fixed".utf8), quantities: fixed),
                    Series(key: Array("voltages".utf8), quantities: [fixed[number]], isMovable: true),
                ]
                return item
            }
            document.item.nested = [Nested(key: Array("ecg".utf8), items: items, isMovable: true)]
            return document
        }
        let maximum = try Self.parts(document(items: 1), maximum: .max)[0].count - 1
        let lengths = try Self.parts(document(items: count), maximum: maximum).map(\.count)
        #expect(lengths.count == 2 * count && lengths.allSatisfy { $0 <= maximum }, "\(lengths), at most \(maximum)")
    }

    @Test func `parts differ in their hash, causes do not`() throws {
        let document = try Self.document(voltages: 0, condensed: 10)
        let hashes = try Self.parts(document, maximum: 900).map(\.hash)
        #expect(Set(hashes).count == hashes.count && hashes.count > 1)
        #expect(try Self.parts(document, maximum: 900).map(\.hash) == hashes)
    }

    @Test(arguments: [1_000, 1_203, 2_000, 4_711]) func `a part is as full as the next piece lets it be`(maximum: Int)
        throws
    {
        let document = try Self.document(voltages: 300, condensed: 0)
        let texts = try Self.texts(document, maximum: maximum)
        let lengths = try Self.parts(document, maximum: maximum).map(\.count)
        #expect(lengths.allSatisfy { $0 <= maximum })
        for (length, next) in zip(lengths, texts.dropFirst()) {
            let from = try #require(next.firstRange(of: "\"voltages\":[")).upperBound
            let to = try #require(next[from...].firstRange(of: "}}")).upperBound
            // With the comma before it.
            #expect(length + 1 + next[from..<to].utf8.count > maximum)
        }
    }

    @Test func `a part may be exactly as long as the limit`() throws {
        let document = try Self.document(voltages: 120, condensed: 2)
        var compared = 0
        for maximum in 1_000...2_000 {
            let parts = try Self.parts(document, maximum: maximum)
            let exact = try Self.parts(document, maximum: parts[0].count)
            // The number of parts is part of each.
            guard "\(exact.count)".count == "\(parts.count)".count else { continue }
            compared += 1
            #expect(exact[0].count == parts[0].count, "maximum \(maximum)")
        }
        #expect(compared > 500)
    }

    @Test func `samples with one id that differ in their start are no one sample`() throws {
        var document = try Self.document(voltages: 0, condensed: 40)
        document.item = document.item.spelledOut
        for index in document.item.data[0].quantities.indices {
            document.item.data[0].quantities[index].id = UUID128(hi: 1, lo: 1)
        }
        let lengths = try Self.parts(document, maximum: 1500).map(\.count)
        #expect(lengths.count > 5 && lengths.allSatisfy { $0 <= 1500 })
    }

    @Test(arguments: [10, 11]) func `lists of more than a quarter of the limit are cut before everything else`(
        count: Int
    ) throws {
        var document = try Self.document(voltages: 0, condensed: 20)
        // With brackets and commas 25 bytes each, and one more.
        document.sources = (10..<10 + count).map {
            Array(#"{"name":"source \#($0) abc"}"#.utf8).dropLast(4) + Array("\"}".utf8)
        }
        let list = document.sources.reduce(1) { $0 + $1.count + 1 }
        let limit = 4 * (document.sources.prefix(10).reduce(1) { $0 + $1.count + 1 })
        let texts = try Self.texts(document, maximum: limit)
        let lists = try texts.map { try Tree(json: Array($0.utf8))["source"]?.list.map(\.json) ?? [] }
        #expect(texts.count > 2)
        let all = document.sources.map { String(decoding: $0, as: UTF8.self) }
        #expect(list > limit / 4 ? lists.flatMap { $0 } == all : lists.allSatisfy { $0 == all })
        #expect(list > limit / 4 ? lists.last == [] : true)
    }
}
