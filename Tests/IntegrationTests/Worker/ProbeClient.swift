import Foundation
import Requests

/// What a probe finds at a worker's pages.
struct ProbeClient {
    private let client: PageClient
    let address: String

    /// The pages of a process that was started with `--http-address`; nil where it does not come to serve them.
    init?(of process: RunProcess) {
        guard process.says("serving"), let line = process.lines.last(where: { $0["event"] as? String == "serving" }),
            let address = line["address"] as? String,
            let port = address.split(separator: ":").last.flatMap({ UInt16($0) })
        else { return nil }
        self.address = address
        client = PageClient(host: "127.0.0.1", port: port)
    }

    /// The status of a page, 0 where there is no answer, and its body.
    func get(_ path: String, accept: String = "*/*") -> (status: Int, body: String) {
        guard let answer = try? client.get(path, accept: accept) else { return (0, "") }
        return (answer.status, String(decoding: answer.body, as: UTF8.self))
    }

    /// Whether a line comes to be on the page of metrics.
    func shows(_ line: String, within time: Duration = patience) -> Bool {
        eventually(within: time) { get("/metrics").body.contains("\n\(line)\n") }
    }

    /// Whether the lag of a topic, all its partitions together, comes to be like this.
    func showsLag(of topic: String, _ isMeant: (Int) -> Bool) -> Bool {
        eventually {
            let lines = get("/metrics").body.split(separator: "\n").filter {
                $0.hasPrefix("fork_worker_lag_records{topic=\"\(topic)\"")
            }
            let lags = lines.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
            return !lags.isEmpty && isMeant(lags.reduce(0, +))
        }
    }

    /// The figure of a metric without labels; nil where there is none.
    func figure(_ name: String) -> Int? {
        let line = get("/metrics").body.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
        return line?.split(separator: " ").last.flatMap { Int($0) }
    }

    /// Whether the age of the oldest upload comes to be in a range, in seconds.
    func showsOldest(_ range: Range<Double>) -> Bool {
        eventually {
            let line = get("/metrics").body.split(separator: "\n").first {
                $0.hasPrefix("fork_worker_oldest_upload_seconds ")
            }
            return line?.split(separator: " ").last.flatMap { Double($0) }.map(range.contains) ?? false
        }
    }

    /// What it takes until a page answers like this, in seconds; nil where it does not.
    func comes(_ path: String, _ status: Int, within time: Duration = patience) -> Double? {
        let began = ContinuousClock.now
        guard eventually(within: time, { get(path).status == status }) else { return nil }
        return (ContinuousClock.now - began) / .seconds(1)
    }
}
