import CommandRights
import Foundation
import Operations

/// A broker's access lists, by Kafka's own protocol: the library knows no rights on transactional ids, and Kafka's tool
/// takes seconds for each call.
struct AccessLists {
    private struct Failed: Error {
        let code: Int16
    }

    private static let create: Int16 = 30
    private static let describe: Int16 = 29
    private static let delete: Int16 = 31
    private static let any: UInt8 = 1
    private static let allow: UInt8 = 3
    private static let deny: UInt8 = 2

    private let host: String
    private let port: UInt16

    /// Of a broker that lets whoever asks do so.
    init(_ servers: String) {
        let parts = servers.split(separator: ":")
        host = String(parts[0])
        port = UInt16(parts[1]) ?? 0
    }

    /// An entry that allows or denies something.
    private struct Entry {
        let resource: Right.Resource
        let name: String
        var isPrefix = false
        let operation: Right.Operation
        var isAllowed = true
    }

    /// Allows it, and waits until the broker goes by it.
    func allow(_ rights: [Right], to user: String) throws {
        try add(
            rights.map {
                Entry(resource: $0.resource, name: $0.name, isPrefix: $0.isPrefix, operation: $0.operation)
            },
            to: user
        )
    }

    /// Denies writing to a topic, whatever is allowed, and waits until the broker goes by it.
    func denyWriting(to topic: String, of user: String) throws {
        try add([Entry(resource: .topic, name: topic, operation: .write, isAllowed: false)], to: user)
    }

    private func add(_ entries: [Entry], to user: String) throws {
        var body = Bytes()
        body.add(Int32(entries.count))
        for entry in entries {
            body.bytes.append(entry.resource.number)
            body.add(entry.name)
            body.bytes.append(entry.isPrefix ? 4 : 3)
            body.add("User:\(user)")
            body.add("*")
            body.bytes.append(entry.operation.number)
            body.bytes.append(entry.isAllowed ? Self.allow : Self.deny)
        }
        let before = try count(of: user)
        var answer = try ask(Self.create, body)
        for _ in 0..<answer.int32() {
            let code = answer.int16()
            _ = answer.text()
            if code != 0 { throw Failed(code: code) }
        }
        while try count(of: user) < before + entries.count { usleep(20_000) }
    }

    func removeAll(of user: String) throws { try remove(Self.any, of: user) }

    /// Denies nothing any more; what is allowed stays.
    func removeDenials(of user: String) throws { try remove(Self.deny, of: user) }

    private func remove(_ permission: UInt8, of user: String) throws {
        var body = Bytes()
        body.add(Int32(1))
        body.bytes += filter(user, permission).bytes
        _ = try ask(Self.delete, body)
        while try count(of: user, permission) > 0 { usleep(20_000) }
    }

    /// How many entries the broker knows of a user.
    private func count(of user: String, _ permission: UInt8 = any) throws -> Int {
        var answer = try ask(Self.describe, filter(user, permission))
        let code = answer.int16()
        if code != 0 { throw Failed(code: code) }
        _ = answer.text()
        var count = 0
        for _ in 0..<answer.int32() {
            answer.skip(1)
            _ = answer.text()
            answer.skip(1)
            for _ in 0..<answer.int32() {
                _ = answer.text()
                _ = answer.text()
                answer.skip(2)
                count += 1
            }
        }
        return count
    }

    private func filter(_ user: String, _ permission: UInt8) -> Bytes {
        var body = Bytes()
        body.bytes.append(Self.any)
        body.add(Int16(-1))
        body.bytes.append(Self.any)
        body.add("User:\(user)")
        body.add(Int16(-1))
        body.bytes += [Self.any, permission]
        return body
    }

    /// Sends a request of version 1 and reads the answer, from behind the time that the broker asks to wait.
    private func ask(_ key: Int16, _ body: Bytes) throws -> Bytes {
        var request = Bytes()
        request.add(key)
        request.add(Int16(1))
        request.add(Int32(7))
        request.add("tests")
        request.bytes += body.bytes
        var framed = Bytes()
        framed.add(Int32(request.bytes.count))
        framed.bytes += request.bytes
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(connection) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = unsafe inet_addr(host)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(connection, $0, size) == 0
            }
        }
        guard isConnected, unsafe send(connection, framed.bytes, framed.bytes.count, 0) == framed.bytes.count else {
            throw Failed(code: -1)
        }
        var length = Bytes(bytes: try receive(4, connection))
        var answer = Bytes(bytes: try receive(Int(length.int32()), connection))
        answer.skip(8)
        return answer
    }

    private func receive(_ count: Int, _ connection: Int32) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard unsafe recv(connection, &bytes, count, Int32(MSG_WAITALL)) == count else {
            throw Failed(code: -1)
        }
        return bytes
    }
}

/// Bytes as Kafka's protocol has them, written at the end and read from the beginning.
private struct Bytes {
    var bytes: [UInt8] = []
    private var at = 0

    init(bytes: [UInt8] = []) { self.bytes = bytes }

    mutating func add(_ number: some FixedWidthInteger) {
        bytes += unsafe withUnsafeBytes(of: number.bigEndian) { unsafe Array($0) }
    }

    mutating func add(_ text: String) {
        add(Int16(text.utf8.count))
        bytes += text.utf8
    }

    mutating func skip(_ count: Int) { at += count }

    mutating func int16() -> Int16 { Int16(truncatingIfNeeded: number(2)) }

    mutating func int32() -> Int32 { Int32(truncatingIfNeeded: number(4)) }

    mutating func text() -> String {
        let count = max(0, Int(int16()))
        defer { at += count }
        return String(decoding: bytes[at..<at + count], as: UTF8.self)
    }

    private mutating func number(_ count: Int) -> Int {
        defer { at += count }
        return bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
    }
}

extension Right.Resource {
    fileprivate var number: UInt8 {
        switch self {
        case .topic: 2
        case .group: 3
        case .transactionalID: 5
        }
    }
}

extension Right.Operation {
    fileprivate var number: UInt8 {
        switch self {
        case .read: 3
        case .write: 4
        case .create: 5
        case .delete: 6
        case .describe: 8
        case .describeConfigs: 10
        case .alterConfigs: 11
        }
    }
}
