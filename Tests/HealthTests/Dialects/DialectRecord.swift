import Testing
import Vocabulary

/// What a record of a dialect comes to, of the connection `c`.
struct DialectRecord {
    /// 2024-01-06T00:00:00Z.
    static let time: Int64 = 1_704_499_200_000

    /// The live documents by key.
    let documents: [String: String]
    /// The codes, paths and values of the dead letters.
    let letters: [String]
    let accounting: Accounting
    let uploads: [String]

    init(_ record: String, rules: Rules = Rules(), at time: Int64 = time) {
        var journey = Journey(rules)
        journey.commit([.uploads(record, at: time)])
        documents = journey.documents
        accounting = journey.accounting
        letters = journey.records.filter { $0.deadLetter != nil }.map { record in
            let headers = ["fork-error-code", "fork-error-path", "fork-error-count"].compactMap { name in
                record.headers.first { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
            }
            return (headers + [String(decoding: record.value ?? [], as: UTF8.self)]).joined(separator: " ")
        }
        uploads = journey.records.compactMap { record in
            record.headers.first { $0.name == "fork-upload" }.map { String(decoding: $0.value, as: UTF8.self) }
        }
    }

    /// The first words of the dead letters: code and path.
    var refusals: [String] {
        letters.map { letter in
            letter.split(separator: " ").prefix { !$0.hasPrefix("{") && !$0.hasPrefix("[") }.joined(separator: " ")
        }
    }

    /// The body of Open Wearables with these lists.
    static func body(
        records: [String] = [],
        sleep: [String] = [],
        workouts: [String] = [],
        time: String = "2024-01-06T00:00:00Z"
    ) -> String {
        func list(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }
        return """
            {"provider":"apple","sdkVersion":"0.6.0","syncTimestamp":"\(time)","data":{"records":\(list(records)),\
            "sleep":\(list(sleep)),"workouts":\(list(workouts))}}
            """
    }
}
