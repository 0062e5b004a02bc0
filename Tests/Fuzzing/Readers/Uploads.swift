import JSON
import Vocabulary

/// Whatever comes as uploads: each is accounted for, what is refused is kept, and the documents are those of any order.
///
/// The bytes are lines: an upload, `#` and the settings of a connection, or `;` where a commit ends.
enum Uploads {
    /// What a line is.
    enum Step {
        case upload([UInt8])
        case settings([UInt8])
        case commit
    }

    static func check(_ bytes: [UInt8]) throws(Fault) {
        try check(steps(bytes), length: bytes.count)
    }

    /// What comes in these steps; of the input's length only the rules are made.
    static func check(_ steps: [Step], length: Int) throws(Fault) {
        var journey = Journey(rules(length))
        for step in steps { try journey.take(step) }
        try journey.take(.commit)
        try checkOrder(steps)
    }

    static func steps(_ bytes: [UInt8]) -> [Step] {
        bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 60, omittingEmptySubsequences: false).map { line in
            switch line.first {
            case UInt8(ascii: "#"): .settings(Array(line.dropFirst()))
            case UInt8(ascii: ";") where line.count == 1: .commit
            default: .upload(Array(line))
            }
        }
    }

    /// Rules under which short inputs come to what long ones come to: cut documents, a near horizon.
    private static func rules(_ length: Int) -> Rules {
        var rules = Rules()
        rules.workerVersion = "fuzz"
        switch length % 4 {
        case 0: rules.documentMaxBytes = 700
        case 1: rules.stateRetentionSeconds = 40 * 86_400
        case 2: rules.routing = .app
        default: break
        }
        return rules
    }

    /// Without a horizon and settings, which look at when an upload came, the uploads in another order, twice and in
    /// one commit end in the same documents.
    private static func checkOrder(_ steps: [Step]) throws(Fault) {
        var rules = Rules()
        rules.stateRetentionSeconds = 1e13
        var forward = Journey(rules)
        var backward = Journey(rules)
        for step in steps {
            guard case .upload = step else { continue }
            try forward.take(step)
            try forward.take(.commit)
        }
        if forward.documents.isEmpty { return }
        for step in steps.reversed() + steps {
            if case .upload = step { try backward.take(step) }
        }
        try backward.take(.commit)
        let expected = forward.documents.mapValues(essence)
        let found = backward.documents.mapValues(essence)
        try expect(Set(expected.keys) == Set(found.keys), "another order ends in other documents")
        for (key, document) in expected {
            let name = String(decoding: key, as: UTF8.self)
            try expect(found[key] == document, "another order ends in another \(name)")
        }
    }

    /// A document without what tells of the upload that caused this version.
    private static func essence(_ document: [UInt8]) -> [[UInt8]] {
        var parser = Parser()
        guard let members = (try? parser.parse(document))?.members else { return [] }
        let parts = members.map { key, value -> [UInt8]? in
            if key == "collected_at" || key == "user_id" { return nil }
            var writer = Writer()
            value.writeCanonical(into: &writer)
            return key.bytes + writer.bytes
        }
        return parts.compactMap(\.self)
    }
}
