import Clients
import Foundation
import Testing

/// The console of a worker, asked with its token.
struct ConsoleClient {
    private static let token = String(repeating: "i", count: 40)

    let port: UInt16

    /// An answer of the API, read as JSON.
    struct Answer {
        let status: Int
        let text: String

        /// The JSON at a pointer such as `error/code`; nil if there is none.
        subscript(pointer: String) -> Any? {
            guard var value = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as Any else { return nil }
            for token in pointer.split(separator: "/").map(String.init) {
                if let object = value as? [String: Any], let member = object[token] {
                    value = member
                } else if let array = value as? [Any], let index = Int(token), array.indices.contains(index) {
                    value = array[index]
                } else {
                    return nil
                }
            }
            return value
        }

        var code: String? { self["error/code"] as? String }
    }

    /// The arguments of a worker with a console that shows connections.
    static func arguments(in directory: URL) throws -> [String] {
        let file = directory.appending(path: "console-token")
        try Data(token.utf8).write(to: file)
        return [
            "--http-address", "127.0.0.1:0", "--console", "--console-health-data", "--console-token-file", file.path,
        ]
    }

    /// The console of a process; waits until the process serves it.
    init(of process: RunProcess) throws {
        #expect(process.says("serving"))
        let address = process.lines.last { $0["event"] as? String == "serving" }?["address"] as? String
        port = try #require(address?.split(separator: ":").last.flatMap { UInt16($0) })
    }

    /// Asks the API for a path below `/api/v1/`.
    func ask(_ path: String) -> Answer {
        let line = Line(port: port)
        let head = ["GET /api/v1/\(path) HTTP/1.1", "Host: localhost", "Connection: close"]
        line.say((head + ["Authorization: Bearer \(Self.token)", "", ""]).joined(separator: "\r\n"))
        let parts = line.hear().split(separator: "\r\n\r\n", maxSplits: 1).map(String.init)
        let status = parts.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return Answer(status: status ?? 0, text: parts.count > 1 ? parts[1] : "")
    }

    /// The ids of all connections that are here, with their partitions.
    var connections: [String: Int] {
        let rows = ask("connections?prefix=conn-&limit=200")["connections"] as? [[String: Any]] ?? []
        return Dictionary(rows.map { ($0["id"] as? String ?? "", $0["partition"] as? Int ?? -1) }) { $1 }
    }

    /// The states of the partitions by number, as the view of the worker has them.
    var states: [Int: String] {
        let lanes = ask("worker")["lanes"] as? [[String: Any]] ?? []
        let rows = lanes.flatMap { $0["partitions"] as? [[String: Any]] ?? [] }
        return Dictionary(rows.map { ($0["partition"] as? Int ?? -1, $0["state"] as? String ?? "") }) { $1 }
    }
}
