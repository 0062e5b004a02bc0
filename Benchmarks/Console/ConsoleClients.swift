import Clients
import Foundation
import Synchronization

/// Four clients that ask a worker's console about connections without pause, and one that asks for `/livez`.
final class ConsoleClients: Sendable {
    static let clients = 4
    private static let livezPauseMicroseconds: useconds_t = 50_000
    private static let token = String(repeating: "benchmark-", count: 4)

    private let port: UInt16
    private let tokens: URL
    private let isOver = Atomic(false)
    private let running = Atomic(0)
    private let found = Mutex(Answers())

    /// The answers so far.
    struct Answers {
        /// The number of answers by status.
        var counts: [Int: Int] = [:]
        /// The time of each answer of `/livez`, in seconds.
        var livezSeconds: [Double] = []
    }

    /// Chooses a free port, and writes the token file.
    init() throws {
        port = try Self.freePort()
        tokens = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-tokens-\(getpid())-\(port)")
        try Data((Self.token + "\n").utf8).write(to: tokens)
    }

    /// The options of the worker that the clients ask.
    var options: [String] {
        [
            "--http-address", "127.0.0.1:\(port)", "--console", "--console-token-file", tokens.path,
            "--console-health-data",
        ]
    }

    /// Starts the clients; without `isReading`, only the one of `/livez`.
    func start(isReading: Bool) {
        let clients = isReading ? Self.clients : 0
        running.store(clients + 1, ordering: .relaxed)
        for number in 0..<clients { onThread { self.read(UInt64(number)) } }
        onThread { self.watchLivez() }
    }

    /// Stops the clients, and returns what they were answered.
    func stop() -> Answers {
        isOver.store(true, ordering: .relaxed)
        while running.load(ordering: .relaxed) > 0 { usleep(10_000) }
        try? FileManager.default.removeItem(at: tokens)
        return found.withLock { $0 }
    }

    private func onThread(_ work: @escaping @Sendable () -> Void) {
        Thread.detachNewThread {
            work()
            self.running.subtract(1, ordering: .relaxed)
        }
    }

    /// Looks at one connection after the other, as somebody does with the page: search, overview, week, documents,
    /// explanation.
    private func read(_ number: UInt64) {
        var number = number
        while !isOver.load(ordering: .relaxed) {
            number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let prefix = String(number >> 60, radix: 16, uppercase: true)
            guard let page = ask("connections?limit=50&prefix=\(prefix)"),
                let connections = page["connections"] as? [[String: Any]],
                let connection = connections.randomElement()?["id"] as? String
            else { continue }
            guard let last = ask("connections/\(connection)")?["last"] as? String else { continue }
            _ = ask("connections/\(connection)/days?from=\(last)&to=\(last)")
            let list = ask("connections/\(connection)/documents?from=\(last)&to=\(last)")
            for case let document as [String: Any] in (list?["documents"] as? [Any] ?? []).prefix(5) {
                guard let id = document["id"] as? String else { continue }
                _ = ask("connections/\(connection)/explain/\(id)")
            }
        }
    }

    /// Returns the object of an answer with status 200.
    private func ask(_ path: String) -> [String: Any]? {
        guard !isOver.load(ordering: .relaxed) else { return nil }
        let (status, body) = answer("/api/v1/\(path)", headers: "Authorization: Bearer \(Self.token)\r\n")
        found.withLock { $0.counts[status, default: 0] += 1 }
        guard status == 200 else {
            // Without the pause, a port on which nobody listens yet would be asked as fast as a core can.
            if status == 0 { usleep(10_000) }
            return nil
        }
        return try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
    }

    private func watchLivez() {
        while !isOver.load(ordering: .relaxed) {
            let began = ContinuousClock.now
            let (status, _) = answer("/livez")
            if status == 200 {
                let seconds = (ContinuousClock.now - began).seconds
                found.withLock { $0.livezSeconds.append(seconds) }
            }
            usleep(Self.livezPauseMicroseconds)
        }
    }

    /// Returns the status and the body; 0 if nobody answers.
    private func answer(_ target: String, headers: String = "") -> (status: Int, body: Substring) {
        let line = Line(port: port)
        line.say("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(headers)Connection: close\r\n\r\n")
        let text = line.hear()
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
        let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return (status, parts.count == 2 ? parts[1] : "")
    }

    private static func freePort() throws -> UInt16 {
        let found = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(found) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(found, $0, size) == 0 && getsockname(found, $0, &size) == 0
            }
        }
        guard isBound else { throw Options.Wrong(description: "no free port: errno \(errno)") }
        return UInt16(bigEndian: address.sin_port)
    }
}
