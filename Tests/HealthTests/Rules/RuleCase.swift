import Testing
import Vocabulary

/// A sentence of the contract with uploads for which it decides what documents show.
struct RuleCase: Sendable, CustomTestStringConvertible {
    /// What a live document must show, or must not.
    enum Claim: Sendable {
        case shows(String, String)
        case hides(String, String)
        case isThere(String)
        case isGone(String)
    }

    let testDescription: String
    var rules = Rules()
    /// The uploads of each commit.
    let commits: [[String]]
    let claims: [Claim]

    init(_ sentence: String, rules: Rules = Rules(), _ commits: [[String]], _ claims: Claim...) {
        testDescription = sentence
        self.rules = rules
        self.commits = commits
        self.claims = claims
    }

    /// Goes through the commits, and looks at the documents that are live at their end.
    func check() {
        var journey = Journey(rules)
        for lines in commits { journey.commit(lines) }
        let documents = journey.documents
        for claim in claims {
            switch claim {
            case .shows(let id, let text):
                #expect(documents[id]?.contains(text) == true, "\(id): \(documents[id] ?? "none")")
            case .hides(let id, let text):
                #expect(documents[id]?.contains(text) == false, "\(id): \(documents[id] ?? "none")")
            case .isThere(let id): #expect(documents[id] != nil, "\(documents.keys.sorted())")
            case .isGone(let id): #expect(documents[id] == nil, "\(documents.keys.sorted())")
            }
        }
    }
}

extension Line {
    /// Where and by what a sample was taken.
    struct Origin {
        var source: String?
        var product: String?
        /// An object of JSON.
        var device: String?
        /// The zone that the sample itself names.
        var zone: String?
        var isUserEntered = false

        /// As members of a sample, which follow others.
        var members: String {
            var text = ""
            let name = source.map { "\"name\":\"\($0)\"" }
            let product = product.map { "\"product_type\":\"\($0)\"" }
            let fields = [name, product].compactMap { $0 }.joined(separator: ",")
            if !fields.isEmpty { text += ",\"source\":{\(fields)}" }
            if let device { text += ",\"device\":\(device)" }
            let keys = [
                zone.map { "\"HKTimeZone\":\"\($0)\"" }, isUserEntered ? "\"HKWasUserEntered\":true" : nil,
            ].compactMap { $0 }
            if !keys.isEmpty { text += ",\"metadata\":{\(keys.joined(separator: ","))}" }
            return text
        }
    }

    /// A quantity sample, `of` being the end of its identifier.
    static func quantity(
        _ number: Int,
        of type: String,
        _ start: String,
        to end: String? = nil,
        _ value: String,
        _ unit: String,
        from origin: Origin = Origin(),
        more: String = ""
    ) -> String {
        let fields = "\"value\":\(value),\"unit\":\"\(unit)\"\(origin.members)\(more)"
        return sample(number, "HKQuantityTypeIdentifier" + type, start, end ?? start, fields)
    }

    /// A measurement of the heart, in beats a minute.
    static func rate(
        _ number: Int,
        _ start: String,
        to end: String? = nil,
        _ value: String,
        from origin: Origin = Origin(),
        more: String = ""
    ) -> String {
        quantity(number, of: "HeartRate", start, to: end, value, "count/min", from: origin, more: more)
    }

    /// An upload in a zone.
    static func upload(
        in zone: String,
        _ collectedAt: String,
        _ samples: [String],
        deleted: [Int] = [],
        id number: Int = 999
    ) -> String {
        upload(collectedAt, samples, deleted: deleted, id: number).dropLast() + ",\"time_zone\":\"\(zone)\"}"
    }
}
