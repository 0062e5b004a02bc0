import Formats
import Randomness
import Testing
import Vocabulary

/// Documents that are longer than a record.
struct CutTests {
    /// A record, as bytes and as JSON.
    private struct Record {
        let bytes: [UInt8]
        let bundle: Tree
        /// The bytes of each entry.
        let entries: [Int]

        init(_ bytes: [UInt8]) throws {
            self.bytes = bytes
            bundle = try Tree(bytes)
            entries = Self.lengths(String(decoding: bytes, as: UTF8.self))
        }

        /// The lengths of the objects in the list of entries, found by counting brackets outside of strings.
        private static func lengths(_ text: String) -> [Int] {
            guard let list = text.firstRange(of: "\"entry\":[") else { return [] }
            var (depth, start, isText, isEscaped) = (0, list.upperBound, false, false)
            var lengths: [Int] = []
            for index in text.utf8.indices[list.upperBound...] {
                let byte = text.utf8[index]
                if isText {
                    if byte == UInt8(ascii: "\""), !isEscaped { isText = false }
                    isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                    continue
                }
                switch byte {
                case UInt8(ascii: "\""): isText = true
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    if depth == 0 { start = index }
                    depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    depth -= 1
                    if depth == 0 { lengths.append(text.utf8.distance(from: start, to: index) + 1) }
                    if depth < 0 { return lengths }
                default: break
                }
            }
            return lengths
        }
    }

    private static func records(_ document: String, maximum: Int) throws -> [Record] {
        try DocumentForm.fhir(TestZones.table).records(Array(document.utf8), maximum).map { try Record($0) }
    }

    /// Returns a document of food: samples with metadata, and correlations with up to `members` members each.
    private static func food(_ random: inout SeededRandom, samples: Int, correlations: Int, members: Int) -> String {
        var id: UInt64 = 0
        func quantity(_ random: inout SeededRandom) -> String {
            id += 1
            let entries = (0..<Int.random(in: 0...3, using: &random)).map { number in
                let text = String(repeating: "é", count: Int.random(in: 0...60, using: &random))
                return #""key\#(number)":{"quantity":0,"unit":"\#(text)"}"#
            }
            let metadata = #""meta_data":{\#(entries.joined(separator: ","))}"#
            return Fork.quantity("\(id)", "g", id: UUID128(hi: 7, lo: id).description, more: metadata)
        }
        let zinc = (0..<samples).map { _ in quantity(&random) }.joined(separator: ",")
        let foods = (0..<correlations).map { number in
            let members = (0..<Int.random(in: 0...members, using: &random)).map { _ in quantity(&random) }
            return """
                {"id":"\(UUID128(hi: 8, lo: UInt64(number)))","name":"x","start_date":1,"end_date":2,\
                "data":{"HKQuantityTypeIdentifierDietaryZinc":[\(members.joined(separator: ","))]},\
                "meta_data":{"a":{"quantity":1,"unit":"count"}},"source":{"name":"App"}}
                """
        }
        return Fork.document(
            "nutrition",
            """
            "data":{"HKQuantityTypeIdentifierDietaryZinc":[\(zinc)]},\
            "nested_data":{"HKCorrelationTypeIdentifierFood":[\(foods.joined(separator: ","))]}
            """
        )
    }

    @Test(arguments: 0..<24)
    func `the parts make the whole, and each is as full as the next resource lets it be`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let maximum = [900, 1_500, 3_000, 8_000, 40_000][seed % 5] + Int.random(in: 0...400, using: &random)
        let document = Self.food(&random, samples: seed, correlations: seed % 4, members: seed * 2)
        let whole = try Self.records(document, maximum: .max)
        let parts = try Self.records(document, maximum: maximum)
        try #require(whole.count == 1)
        for (index, part) in parts.enumerated() {
            let id = index == 0 ? "nutrition/2024-04-16" : "nutrition/2024-04-16#\(index + 1)"
            #expect(part.bundle["identifier"]["value"].text == id)
            let tags = part.bundle["entry"].list.map { $0["resource"]["meta"]["tag"][0]["code"].text }
            #expect(Set(tags).subtracting(["nutrition/2024-04-16"]).isEmpty)
            // A resource that cannot be divided further may be longer than a record.
            #expect(part.bytes.count <= maximum || Self.isSmallest(part), "\(index)")
            #expect(part.entries.count == part.bundle["entry"].list.count)
            guard index + 1 < parts.count, !Self.isDivided(parts[index + 1]) else { continue }
            #expect(part.bytes.count + 1 + (parts[index + 1].entries.first ?? 0) > maximum, "\(index) has room")
        }
        var rest = parts.flatMap { $0.bundle["entry"].list }[...]
        for entry in whole[0].bundle["entry"].list { Self.expectWhole(entry, of: &rest, maximum) }
        #expect(rest.isEmpty)
    }

    /// Whether a record has one resource with at most one element of its lists beside the source.
    private static func isSmallest(_ record: Record) -> Bool {
        let resource = record.bundle["entry"][0]["resource"]
        let metadata = resource["extension"].all("url", "urn:fork-worker:metadata").count
        return record.entries.count == 1 && metadata + resource["component"].list.count <= 1
    }

    /// Whether a record begins with a further part of a resource, which has no value and no component of the first part.
    private static func isDivided(_ record: Record) -> Bool {
        let resource = record.bundle["entry"][0]["resource"]
        let food = resource["code"].codes.contains("HKCorrelationTypeIdentifierFood")
        let name = resource["identifier"][0]["value"].text ?? ""
        let first = UUID128.derived(
            "fhir",
            "conn-7",
            "nutrition/2024-04-16",
            name.replacing("urn:uuid:", with: "").uppercased()
        )
        return resource["id"].text != first.description.lowercased() && (food || resource.keys.contains("extension"))
    }

    /// Expects the entries of one resource next, and takes them.
    private static func expectWhole(_ entry: Tree, of rest: inout ArraySlice<Tree>, _ maximum: Int) {
        let (resource, name) = (entry["resource"], entry["resource"]["identifier"][0]["value"].text)
        var (components, extensions, count): ([Tree], [Tree], Int) = ([], [], 0)
        while let part = rest.first?["resource"], part["identifier"][0]["value"].text == name {
            rest.removeFirst()
            count += 1
            components += part["component"].list
            let own = part["extension"].list
            let source = own.filter { $0["url"].text == "urn:fork-worker:source" }
            #expect(source.count == 1)
            extensions += count == 1 ? own : own.filter { $0 != source[0] }
            for key in part.keys where !["id", "component", "extension", "dataAbsentReason"].contains(key) {
                #expect(part[key] == resource[key], "\(key)")
            }
            #expect(count == 1 || !part["valueQuantity"].exists)
            let isBare = count > 1 && !part["component"].exists
            #expect(part["dataAbsentReason"].codes == (isBare ? ["not-applicable"] : []))
            let sample = (name ?? "").replacing("urn:uuid:", with: "").uppercased() + (count == 1 ? "" : "#\(count)")
            let id = UUID128.derived("fhir", "conn-7", "nutrition/2024-04-16", sample).description.lowercased()
            #expect(part["id"].text == id)
        }
        #expect(count > 0 && components == resource["component"].list && extensions == resource["extension"].list)
    }

    @Test func `a division is as full as the next component lets it be`() throws {
        var random = SeededRandom(seed: 3)
        let document = Self.food(&random, samples: 0, correlations: 1, members: 4_000)
        let records = try Self.records(document, maximum: 20_000)
        #expect(records.count > 10)
        for (record, next) in zip(records, records.dropFirst()) {
            #expect(record.bytes.count <= 20_000)
            let component = next.bundle["entry"][0]["resource"]["component"][0]
            // What the reader cannot know is in which order a component had its members; its length is the same.
            #expect(record.bytes.count + 1 + (try Self.length(component)) > 20_000)
        }
    }

    /// The length of a value as compact JSON, whose texts need no escapes.
    private static func length(_ tree: Tree) throws -> Int {
        if let text = tree.text { return text.utf8.count + 2 }
        if !tree.keys.isEmpty {
            return try tree.keys.reduce(1) { try $0 + $1.utf8.count + 4 + length(tree[$1]) }
        }
        if !tree.list.isEmpty { return try tree.list.reduce(1) { try $0 + 1 + length($1) } }
        return tree.description.utf8.count
    }

    /// A thousand metadata values.
    private static let metadata = (0..<1_000).map { #""key\#($0)":{"quantity":\#($0),"unit":"count"}"# }

    @Test func `a vital sign with much metadata holds its profile in each part`() throws {
        let more = #""meta_data":{\#(Self.metadata.joined(separator: ","))},"type":"average","count":6"#
        let quantity = Fork.quantity("72", "count/min", more: more)
        let document = Fork.document("heart", "HKQuantityTypeIdentifierHeartRate", [quantity])
        let records = try Self.records(document, maximum: 10_000)
        #expect(records.count > 10)
        for (index, record) in records.enumerated() {
            let part = record.bundle["entry"][0]["resource"]
            #expect(part["code"].codes.first == "8867-4" && part["category"][0].codes == ["vital-signs"])
            #expect(part["valueQuantity"].exists == (index == 0) && part["component"].exists == (index == 0))
            #expect(part["dataAbsentReason"].exists == (index > 0) && record.bytes.count <= 10_000)
        }
        let keys = records.flatMap { $0.bundle["entry"][0]["resource"]["extension"].list }
            .filter { $0["url"].text == "urn:fork-worker:metadata" }
        #expect(keys.map { $0["extension"][1]["valueQuantity"]["value"].number } == (0..<1_000).map { Double($0) })
    }

    @Test func `a blood pressure with much metadata has both components in each part`() throws {
        let identifier = "HKCorrelationTypeIdentifierBloodPressure"
        let systolic = Fork.quantity("121", "mmHg")
        let document = Fork.document(
            "vitalSigns",
            """
            "nested_data":{"\(identifier)":[{"id":"EF0E5883-1ACD-43D5-BFEE-167FE83E21DC","name":"\(identifier)",\
            "start_date":1,"end_date":1,"data":{"HKQuantityTypeIdentifierBloodPressureSystolic":[\(systolic)]},\
            "meta_data":{\(Self.metadata.joined(separator: ","))}}]}
            """
        )
        let records = try Self.records(document, maximum: 10_000)
        #expect(records.count > 10)
        for (index, record) in records.enumerated() {
            let components = record.bundle["entry"][0]["resource"]["component"].list
            #expect(components.map { $0["code"].codes.first } == ["8480-6", "8462-4"])
            #expect(components[0]["valueQuantity"]["value"].number == (index == 0 ? 121 : nil))
            let reasons = components.map { $0["dataAbsentReason"].codes.first }
            #expect(reasons == (index == 0 ? [nil, "unknown"] : ["not-applicable", "not-applicable"]))
        }
    }

    @Test(arguments: [0, 1, 200])
    func `a maximum that is too small for any resource gives each a record`(maximum: Int) throws {
        var random = SeededRandom(seed: 1)
        let document = Self.food(&random, samples: 3, correlations: 0, members: 0)
        let whole = try Self.records(document, maximum: .max)
        let records = try Self.records(document, maximum: maximum)
        #expect(records.allSatisfy { $0.entries.count == 1 && Self.isSmallest($0) })
        #expect(records.count >= 3 && whole[0].entries.count == 3)
    }

    @Test func `a document of which nothing is left is one empty bundle`() throws {
        for maximum in [0, 900_000] {
            let records = try Self.records(Fork.document("heart", #""data":{}"#), maximum: maximum)
            #expect(records.count == 1 && records[0].bundle["entry"].exists == false)
            #expect(records[0].bundle["identifier"]["value"].text == "heart/2024-04-16")
        }
    }

    @Test func `what is not a document is an empty bundle`() throws {
        for text in ["", "{", "[]", #"{"id":"x","type":"unknown"}"#] {
            #expect(try Self.records(text, maximum: 900_000).map(\.bundle.keys) == [["resourceType", "type"]])
        }
    }
}
