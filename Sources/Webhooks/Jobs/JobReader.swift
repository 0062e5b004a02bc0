import JSON
package import Vocabulary

/// A reader of the records of `fork.webhook-dispatch`, which reuses the parser's buffers from record to record.
package struct JobReader: ~Copyable {
    /// The longest record that is parsed.
    package static let bytesMax = 16 << 20
    /// The only type of job that this version delivers.
    static let type: StaticString = "fork.data.updated"
    /// The largest nesting depth: documents are two levels below the job, and come from uploads of at most 64 levels.
    private static let depthMax = 128

    private var parser = Parser(maximumDepth: depthMax)

    package init() {}

    /// Reads a record, whose `key` must be the connection id.
    ///
    /// - Throws: The reason why the record is not a job.
    package mutating func job(key: [UInt8]?, value: [UInt8]?) throws(Refusal) -> Job {
        guard let value, !value.isEmpty else { throw Refusal(.noData, "The record has no value.") }
        guard value.count <= Self.bytesMax else {
            throw Refusal(.tooLarge, "The job is longer than \(Self.bytesMax) bytes.")
        }
        defer { parser.trim() }
        var job = try parsed(value, key)
        locate(&job)
        return job
    }

    private mutating func parsed(_ value: [UInt8], _ key: [UInt8]?) throws(Refusal) -> Job {
        guard let root = try? parser.parse(value) else { throw Self.notJSON(value) }
        return try Self.job(root, key: key, bytes: value)
    }

    /// Replaces the places in the parsed document by ranges in the job's bytes.
    private func locate(_ job: inout Job) {
        let places =
            job.members.flatMap { [$0.key, $0.value] } + job.uploads + job.documents.flatMap { [$0.idRange, $0.range] }
        var ranges = parser.ranges(at: places).makeIterator()
        func next() -> Range<Int> { ranges.next() ?? 0..<0 }
        job.members = job.members.map { Job.JobMember(name: $0.name, key: next(), value: next()) }
        job.uploads = job.uploads.map { _ in next() }
        job.documents = job.documents.map { entry in
            Job.JobDocument(id: entry.id, isDeletion: entry.isDeletion, idRange: next(), range: next())
        }
    }

    /// Returns the refusal of a value that is not JSON, with the reason from parsing the value again.
    private static func notJSON(_ value: [UInt8]) -> Refusal {
        var parser = Parser(maximumDepth: depthMax)
        do throws(ParseError) {
            _ = try parser.parse(value)
            return Refusal(.decodingError, "The job must be JSON.")
        } catch {
            return Refusal(.decodingError, error.description)
        }
    }

    /// Creates the job; its ranges are places in the parsed document until `locate` replaces them.
    private static func job(_ root: Value, key: [UInt8]?, bytes: [UInt8]) throws(Refusal) -> Job {
        guard root.members != nil else { throw Refusal(.decodingError, "The job must be a JSON object.") }
        guard isUnambiguous(root) else { throw Refusal(.decodingError, "The job has a member twice.") }
        _ = try FieldReader.uuid(root.field("id"), "id")
        guard let type = root.field("type") else { throw .missing("type") }
        guard let type = type.text else { throw .wrongType("type", "a string") }
        guard type == Self.type else {
            throw Refusal(.invalidType, "This version delivers jobs of the type \(Self.type) only.")
        }
        _ = try FieldReader.text(root.field("user_id"), "user_id")
        return Job(
            bytes: bytes,
            id: try text(root, "id"),
            connection: try connection(root, key: key),
            appID: try FieldReader.text(root.field("app_id"), "app_id"),
            callbackURL: try text(root, "callback_url"),
            dataType: try dataType(root),
            createdAtMilliseconds: try createdAt(root),
            part: try number(root, "part"),
            parts: try parts(root),
            documents: try documents(root),
            uploads: try uploads(root),
            members: members(root)
        )
    }

    /// Whether no two members of an object have the same key.
    ///
    /// JSON readers disagree on which of two such members counts.
    private static func isUnambiguous(_ object: Value) -> Bool {
        object.countingMembers(keepsNulls: true)?.count == object.count
    }

    private static func connection(_ root: Value, key: [UInt8]?) throws(Refusal) -> ConnectionID {
        guard let connection = ConnectionID(try text(root, "connection_id")) else {
            throw Refusal(.invalidIdentifier, "The connection id must match [A-Za-z0-9_-]{1,200}.")
        }
        guard key == connection.bytes else {
            throw Refusal(.invalidIdentifier, "The key of the record must be the connection id.")
        }
        return connection
    }

    private static func text(_ root: Value, _ name: StaticString) throws(Refusal) -> [UInt8] {
        guard let text = try FieldReader.text(root.field(name), "\(name)") else { throw .missing("\(name)") }
        return text
    }

    /// Reads the data type, which this version may not know if a newer worker has written the job.
    private static func dataType(_ root: Value) throws(Refusal) -> [UInt8] {
        let name = try text(root, "data_type")
        guard ConnectionID(name) != nil else {
            throw Refusal(.invalidIdentifier, "The data type must match [A-Za-z0-9_-]{1,200}.")
        }
        return name
    }

    private static func createdAt(_ root: Value) throws(Refusal) -> Int64 {
        _ = try text(root, "created_at")
        let instant = try DateReader.instant(root.field("created_at"), "created_at")
        return Instant.milliseconds(instant + Instant.secondsFrom1970)
    }

    private static func number(_ root: Value, _ name: StaticString) throws(Refusal) -> Int {
        guard let field = root.field(name) else { throw .missing("\(name)") }
        guard let number = field.integer else { throw .wrongType("\(name)", "an integer") }
        guard number >= 1 else { throw Refusal(.invalidValue, "The field `\(name)` must be at least 1.") }
        return Int(number)
    }

    private static func parts(_ root: Value) throws(Refusal) -> Int {
        let parts = try number(root, "parts")
        guard try number(root, "part") <= parts else {
            throw Refusal(.invalidValue, "The field `part` must not be greater than `parts`.")
        }
        return parts
    }
}

extension JobReader {
    /// Returns all members with their places, in their order.
    private static func members(_ root: Value) -> [Job.JobMember] {
        var found: [Job.JobMember] = []
        var members = root.members
        while let member = members?.next() {
            found.append(Job.JobMember(name: name(member.key), key: member.keyPlace, value: member.value.place))
        }
        return found
    }

    private static func name(_ key: Text) -> Job.MemberName {
        if key == "type" { return .type }
        if key == "created_at" { return .createdAt }
        if key == "callback_url" { return .callbackURL }
        if key == "uploads" { return .uploads }
        if key == "documents" { return .documents }
        return key == "sequence" || key == "thin" ? .added : .other
    }

    private static func uploads(_ root: Value) throws(Refusal) -> [Range<Int>] {
        guard let field = root.field("uploads") else { throw .missing("uploads") }
        guard var elements = field.elements else { throw .wrongType("uploads", "an array of UUIDs") }
        var places: [Range<Int>] = []
        while let element = elements.next() {
            _ = try FieldReader.uuid(element, "uploads/\(places.count)")
            places.append(element.place)
        }
        return places
    }

    private static func documents(_ root: Value) throws(Refusal) -> [Job.JobDocument] {
        guard let field = root.field("documents") else { throw .missing("documents") }
        guard var elements = field.elements else { throw .wrongType("documents", "an array of objects") }
        var documents: [Job.JobDocument] = []
        while let element = elements.next() { documents.append(try document(element, at: documents.count)) }
        return documents
    }

    private static func document(_ entry: Value, at index: Int) throws(Refusal) -> Job.JobDocument {
        guard entry.members != nil else { throw .wrongType("documents/\(index)", "an object") }
        guard isUnambiguous(entry) else {
            throw Refusal(.decodingError, "The field `documents/\(index)` has a member twice.")
        }
        let name = entry.field("id")
        guard let name, let id = try FieldReader.text(name, "documents/\(index)/id") else {
            throw .missing("documents/\(index)/id")
        }
        guard let operation = try FieldReader.text(entry.field("op"), "documents/\(index)/op") else {
            throw .missing("documents/\(index)/op")
        }
        let isDeletion = operation.elementsEqual("delete".utf8)
        guard isDeletion || operation.elementsEqual("upsert".utf8) else {
            throw Refusal(.invalidValue, "The field `documents/\(index)/op` must be upsert or delete.")
        }
        let document = entry.member("document")
        guard isDeletion ? document == nil : document?.members != nil else {
            throw .wrongType("documents/\(index)/document", isDeletion ? "absent" : "an object")
        }
        return Job.JobDocument(id: id, isDeletion: isDeletion, idRange: name.place, range: entry.place)
    }
}
