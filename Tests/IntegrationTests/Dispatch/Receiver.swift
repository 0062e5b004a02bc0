import Foundation
import Synchronization

/// A receiver of webhooks on this machine: a real HTTP server that keeps what it got.
final class Receiver: Sendable {
    /// A request as it came.
    struct Request: Sendable {
        let path: String
        /// With names in lower case.
        let headers: [String: String]
        let body: Data
        let began: ContinuousClock.Instant

        var id: String { headers["webhook-id"] ?? "" }

        /// A member of `data` in the body.
        func data(_ name: String) -> Any? {
            let body = try? JSONSerialization.jsonObject(with: body) as? [String: Any]
            return (body?["data"] as? [String: Any])?[name]
        }

        var sequence: Int { data("sequence") as? Int ?? -1 }
        /// The offset of the first record: bases are whole milliseconds, in microseconds.
        var offset: Int { sequence % 1_000 }
        var connection: String { data("connection_id") as? String ?? "" }
        /// The operations of the documents by their ids.
        var operations: [String: String] {
            let documents = data("documents") as? [[String: Any]] ?? []
            return Dictionary(
                documents.map { ($0["id"] as? String ?? "", $0["op"] as? String ?? "") },
                uniquingKeysWith: { $1 }
            )
        }
    }

    struct Reply: Sendable {
        var status = 204
        var headers: [String: String] = [:]
        var delay: Duration = .zero
        /// Whether the connection breaks without an answer.
        var breaks = false
    }

    let port: UInt16
    private let socket: Int32
    private let requests = Mutex<[Request]>([])
    private let answered = Mutex<[String]>([])
    private let reply: Mutex<@Sendable (Request) -> Reply>

    /// Begins to listen on a port of its own.
    init(_ reply: @escaping @Sendable (Request) -> Reply = { _ in Reply() }) throws {
        self.reply = Mutex(reply)
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listening = socket
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(listening, address, length) == 0 && listen(listening, 128) == 0
                    && getsockname(listening, address, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRINUSE) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [weak self, socket] in
            while true {
                let connection = accept(socket, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread { [weak self] in
                    self?.serve(connection)
                    close(connection)
                }
            }
        }
    }

    deinit { shutdown(socket, Int32(SHUT_RDWR)) }

    var url: String { "http://127.0.0.1:\(port)" }

    /// Answers like this from now on.
    func answer(_ new: @escaping @Sendable (Request) -> Reply) { reply.withLock { $0 = new } }

    /// Everything that came, in order.
    var all: [Request] { requests.withLock { $0 } }
    var ids: [String] { all.map(\.id) }
    /// The ids that were answered with 2xx, in order.
    var delivered: [String] { answered.withLock { $0 } }

    /// Whether each of these ids comes to be answered with 2xx.
    func getsAll(_ ids: some Sequence<String>, within time: Duration = patience) -> Bool {
        eventually(within: time) { Set(ids).isSubset(of: delivered) }
    }

    private func serve(_ connection: Int32) {
        var held: [UInt8] = []
        while let request = read(connection, &held) {
            requests.withLock { $0.append(request) }
            let reply = reply.withLock { $0 }(request)
            if reply.delay > .zero { Thread.sleep(forTimeInterval: reply.delay / .seconds(1)) }
            if reply.breaks { return }
            var text = "HTTP/1.1 \(reply.status) said\r\ncontent-length: 0\r\n"
            for (name, value) in reply.headers { text += "\(name): \(value)\r\n" }
            if (200...299).contains(reply.status) { answered.withLock { $0.append(request.id) } }
            let bytes = Array("\(text)\r\n".utf8)
            guard unsafe send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return }
            if request.headers["connection"]?.lowercased() == "close" { return }
        }
    }

    private func read(_ connection: Int32, _ held: inout [UInt8]) -> Request? {
        let gap = Array("\r\n\r\n".utf8)
        while held.firstRange(of: gap) == nil {
            guard more(connection, &held) else { return nil }
        }
        guard let end = held.firstRange(of: gap) else { return nil }
        let lines = String(decoding: held[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
                in: .whitespaces
            )
        }
        let count = Int(headers["content-length"] ?? "") ?? 0
        while held.count < end.upperBound + count {
            guard more(connection, &held) else { return nil }
        }
        let body = Data(held[end.upperBound..<end.upperBound + count])
        held.removeFirst(end.upperBound + count)
        let path = lines.first?.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        return Request(path: path, headers: headers, body: body, began: .now)
    }

    private func more(_ connection: Int32, _ held: inout [UInt8]) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe recv(connection, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        held += buffer[..<count]
        return true
    }
}
