import CMeasure
import Foundation
import Requests
import System
import Webhooks

/// The suite of requests: deliveries to a receiver on this machine, by `Requests` and by a bare loop of libcurl.
///
/// Both post the same headers and body over connections that are kept, as many at once. The receiver is a process of its
/// own, whose CPU time does not count.
enum RequestsSuite {
    /// The parts that `--workload` can select, with the bytes of a body and the number of deliveries.
    private static let parts = [("1 kB", 1_000, 20_000.0), ("100 kB", 100_000, 4_000.0)]
    private static let concurrency = 64
    private static let runs = 3

    static func run(_ options: Options, _ report: inout Report) throws {
        for (name, bytes, count) in parts where options.workload.map({ $0 == name }) ?? true {
            let delivery = Delivery(bodyBytes: bytes, count: max(concurrency, Int(count * options.scale)))
            var port: UInt16 = 0
            let receiver = measure_start_receiver(&port)
            guard receiver >= 0 else { throw Options.Wrong(description: "requests: the receiver did not start") }
            defer { measure_stop_receiver(receiver) }
            try measure(name, delivery, "http://127.0.0.1:\(port)/fork", &report)
        }
    }

    /// Runs both in turn, so that a change of the machine's speed concerns both.
    private static func measure(_ name: String, _ delivery: Delivery, _ url: String, _ report: inout Report) throws {
        let poster = try Poster(delivery, url, concurrency: concurrency)
        var (room, bare): (Cost?, Cost?)
        for _ in 0..<runs {
            room = better(room, try cost(delivery) { poster.post() })
            bare = better(bare, try cost(delivery) { delivery.postBare(url, concurrency: concurrency) })
        }
        guard let room, let bare else { return }
        for (suffix, cost) in [("", room), (", bare libcurl", bare)] {
            let count = Double(delivery.count)
            report.add(
                "requests",
                name + suffix,
                [
                    Report.Cell(name: "deliveries/s", value: count / cost.wallSeconds),
                    Report.Cell(name: "µs CPU/delivery", value: cost.cpuSeconds / count * 1e6),
                    Report.Cell(name: "allocations/delivery", value: cost.allocations / count),
                    Report.Cell(name: "× bare libcurl, CPU", value: cost.cpuSeconds / bare.cpuSeconds),
                ]
            )
        }
    }

    private static func better(_ one: Cost?, _ other: Cost) -> Cost {
        guard let one, one.cpuSeconds <= other.cpuSeconds else { return other }
        return one
    }

    private static func cost(_ delivery: Delivery, _ post: () -> Int) throws -> Cost {
        var delivered = 0
        let cost = Cost.of { delivered = post() }
        guard delivered == delivery.count else {
            throw Options.Wrong(description: "requests: \(delivered) of \(delivery.count) deliveries succeeded")
        }
        return cost
    }
}
