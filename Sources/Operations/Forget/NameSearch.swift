import Glibc
import JSON
import Vocabulary
import Worker

/// Finds records that contain the complete id of a connection: `ab` is not found in `abc`.
struct NameSearch: ~Copyable {
    private let name: [UInt8]
    private var parser = Parser()

    init(_ connection: ConnectionID) { name = connection.bytes }

    /// Whether the key or the value of a record contains the connection id.
    mutating func finds(key: RawSpan?, value: RawSpan?, in kind: TraceTopic.Kind) -> Bool {
        if kind == .own { return true }
        if let key, isIn(key, of: kind) { return true }
        if kind == .state { return isOfPartition(key, naming: value) }
        guard let value, Self.contains(value, name) || Self.contains(value, Self.escape) else {
            return false
        }
        return Self.finds(name, value, in: kind, &parser)
    }

    private static func finds(
        _ name: [UInt8],
        _ value: RawSpan,
        in kind: TraceTopic.Kind,
        _ parser: inout Parser
    ) -> Bool {
        guard let root = try? parser.parse(value) else { return containsWord(value, name) }
        return kind == .replay ? asks(for: name, root) : names(name, root)
    }

    /// Whether a changelog record belongs to the partition as a whole, and its value contains the connection id.
    ///
    /// All other changelog records of the connection contain the id in their keys.
    private func isOfPartition(_ key: RawSpan?, naming value: RawSpan?) -> Bool {
        guard let key, let value, let connection = ConnectionID(name), Self.contains(value, name) else { return false }
        return PartitionRecord.names(connection, key: key, value: value)
    }

    private func isIn(_ key: RawSpan, of kind: TraceTopic.Kind) -> Bool {
        switch kind {
        case .own: true
        case .keyed, .settings: key.byteCount == name.count && begins(key)
        case .shared: begins(key, then: UInt8(ascii: "/"))
        case .state: begins(key, then: 0)
        case .replay: false
        }
    }

    private func begins(_ key: RawSpan, then end: UInt8? = nil) -> Bool {
        unsafe key.withUnsafeBytes { bytes in
            guard unsafe bytes.starts(with: name) else { return false }
            guard let end else { return true }
            return unsafe bytes.count > name.count && bytes[name.count] == end
        }
    }

    /// Whether a `connection_id` member at any depth is equal to the name.
    ///
    /// Recursive, up to the parser's depth limit.
    private static func names(_ name: [UInt8], _ value: Value) -> Bool {
        if var members = value.members {
            while let member = members.next() {
                if member.key == "connection_id", member.value.text?.bytes == name { return true }
                if names(name, member.value) { return true }
            }
        } else if var elements = value.elements {
            while let element = elements.next() { if names(name, element) { return true } }
        }
        return false
    }

    /// Whether a replay was limited to connections that include `name`.
    private static func asks(for name: [UInt8], _ request: Value) -> Bool {
        let asked = request.member("asked")?.member("connection")?.text?.bytes ?? []
        return asked.split(separator: UInt8(ascii: ",")).contains { $0.elementsEqual(name) }
    }
}

/// A byte search that skips most records before they are parsed.
extension NameSearch {
    /// The beginning of a JSON escape, which could encode a character of the name.
    private static let escape = Array("\\u".utf8)

    static func contains(_ text: RawSpan, _ bytes: [UInt8]) -> Bool {
        place(of: bytes, in: text, from: 0) != nil
    }

    /// Whether the bytes occur as a whole word: no adjacent byte is valid in a connection id.
    private static func containsWord(_ text: RawSpan, _ bytes: [UInt8]) -> Bool {
        var from = 0
        while let place = place(of: bytes, in: text, from: from) {
            let isWhole = [place - 1, place + bytes.count].allSatisfy { beside in
                guard (0..<text.byteCount).contains(beside) else { return true }
                return ConnectionID([unsafe text.unsafeLoad(fromByteOffset: beside, as: UInt8.self)]) == nil
            }
            if isWhole { return true }
            from = place + 1
        }
        return false
    }

    private static func place(of bytes: [UInt8], in text: RawSpan, from: Int) -> Int? {
        unsafe text.withUnsafeBytes { (all) -> Int? in
            guard let start = all.baseAddress, let first = bytes.first else { return nil }
            var at = from
            while at + bytes.count <= all.count {
                let left = all.count - at - bytes.count + 1
                guard let hit = unsafe memchr(start + at, Int32(first), left) else { return nil }
                at = unsafe UnsafeRawPointer(hit) - start
                if unsafe memcmp(start + at, bytes, bytes.count) == 0 { return at }
                at += 1
            }
            return nil
        }
    }
}
