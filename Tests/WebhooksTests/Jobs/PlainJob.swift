import Randomness

/// A job as plain texts, which is written with other spaces, escapes and orders than a worker writes.
struct PlainJob {
    struct PlainDocument {
        let id: String
        /// The id as it is written: with quotes, and with escapes or not.
        let idText: String
        let isDeletion: Bool
        /// The whole entry as it is written.
        let text: String

        var thin: String { #"{"id":\#(idText),"op":"\#(isDeletion ? "delete" : "upsert")"}"# }
    }

    /// The members as they are written, except `documents` and `uploads`, whose values follow from the lists below.
    var members: [(key: String, value: String)]
    var documents: [PlainDocument]
    var uploads: [String]
    /// What lies between the tokens.
    var space = ""
    let connection: String

    /// The text with these documents and uploads.
    var text: String {
        let pairs = members.map { "\($0.key)\(space):\(space)\(value($0))" }
        return "\(space){\(space)\(pairs.joined(separator: "\(space),\(space)"))\(space)}\(space)"
    }

    /// The body that a delivery must have.
    func body(sequence: Int64, isThin: Bool = false) -> String {
        let data = members.filter { !["\"callback_url\"", "\"sequence\"", "\"thin\""].contains($0.key) }.map { member in
            guard isThin, member.key == "\"documents\"" else { return "\(member.key):\(value(member))" }
            return "\(member.key):[\(documents.map(\.thin).joined(separator: ","))]"
        }
        let end = isThin ? ",\"thin\":true" : ""
        let head = #"{"type":\#(first("\"type\"")),"timestamp":\#(first("\"created_at\""))"#
        return #"\#(head),"data":{\#(data.joined(separator: ",")),"sequence":\#(sequence)\#(end)}}"#
    }

    /// The same job with a list written anew, without spaces.
    func rewritten(_ documents: [PlainDocument], _ uploads: [String]) -> PlainJob {
        var job = self
        job.space = ""
        job.documents = documents
        job.uploads = uploads
        return job
    }

    private func value(_ member: (key: String, value: String)) -> String {
        switch member.key {
        case "\"documents\"": "[\(documents.map(\.text).joined(separator: "\(space),"))\(space)]"
        case "\"uploads\"": "[\(uploads.map { "\"\($0)\"" }.joined(separator: ",\(space)"))]"
        default: member.value
        }
    }

    private func first(_ key: String) -> String { members.first { $0.key == key }?.value ?? "" }
}

extension PlainJob {
    private static let spaces = ["", "", " ", "\n", "\t  ", "\r\n"]
    private static let values = [
        "1.0e2", "-0.0", "18446744073709551615", "null", "true", "[ ]", "{}", #""""#, #""a\u00e9\/\"\\ ü😀""#,
        #"{"a" : [1, {"b":"]}"}, "["], "callback_url":"https://x"}"#, #"[[["\\"],[{"c":"\\\""}]]]"#, #""{\"id\":1}""#,
    ]

    /// A job of a connection with a few documents, whose ids are often those of others.
    init(using dice: inout SeededRandom, connection: String = "conn-7", parts: Int = 1) {
        func one(_ texts: [String]) -> String { texts.randomElement(using: &dice) ?? "" }
        let number = Int.random(in: 0..<1_000_000, using: &dice)
        self.connection = connection
        space = one(Self.spaces)
        documents = (0..<Int.random(in: 0...4, using: &dice)).map { _ in PlainDocument(using: &dice) }
        uploads = (0..<9).shuffled(using: &dice).prefix(Int.random(in: 0...3, using: &dice)).map(Self.uuid)
        members = [
            ("\"id\"", "\"\(Self.uuid(number))\""),
            ("\"type\"", one([#""fork.data.updated""#, #""fork\u002edata.updated""#])),
            ("\"connection_id\"", "\"\(connection)\""),
            ("\"callback_url\"", #""https://hooks.example.org/\#(number)""#),
            ("\"data_type\"", #""sleep""#), ("\"created_at\"", #""2024-04-26T08:15:00.\#(100 + number % 900)Z""#),
            ("\"uploads\"", ""), ("\"part\"", "\(parts)"), ("\"parts\"", "\(parts)"), ("\"documents\"", ""),
        ]
        if Bool.random(using: &dice) { members.append(("\"app_id\"", one([#""demo""#, "null"]))) }
        if Bool.random(using: &dice) { members.append(("\"later\"", one(Self.values))) }
        if Bool.random(using: &dice) { members.append(("\"sequence\"", "7")) }
        if Bool.random(using: &dice) { members.append(("\"thin\"", one(Self.values))) }
        if Bool.random(using: &dice) { members.shuffle(using: &dice) }
    }

    static func uuid(_ number: Int) -> String {
        let digits = String(number)
        return "0F6E1B2C-1234-4A5B-8c9d-\(String(repeating: "0", count: 12 - digits.count))\(digits)"
    }
}

extension PlainJob.PlainDocument {
    fileprivate init(using dice: inout SeededRandom) {
        let names = ["sleep/1", "sleep/2", "sleep/3", "sleep/ü", "sleep/1#2"]
        let (id, isEscaped) = (names.randomElement(using: &dice) ?? "", Bool.random(using: &dice))
        self.id = id
        idText = isEscaped ? "\"\(id.replacing("/", with: #"\/"#).replacing("p", with: #"\u0070"#))\"" : "\"\(id)\""
        isDeletion = Bool.random(using: &dice)
        let space = PlainJob.spaces.randomElement(using: &dice) ?? ""
        var members = ["\"id\":\(space)\(idText)", "\"op\"\(space):\"\(isDeletion ? "delete" : "upsert")\""]
        let value = PlainJob.values.randomElement(using: &dice) ?? ""
        if !isDeletion { members.append("\"document\":{\"id\":1\(space),\"callback_url\":\(value)}") }
        if Bool.random(using: &dice) { members.append("\"later\":\(value)") }
        members.shuffle(using: &dice)
        text = "{\(space)\(members.joined(separator: ",\(space)"))\(space)}"
    }
}
