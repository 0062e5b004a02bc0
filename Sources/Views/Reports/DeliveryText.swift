package import Dispatching
package import JSON
import Vocabulary
import Webhooks

/// Formats connections with waiting jobs as text and as JSON.
package enum DeliveryText {
    /// Returns a table of the connections.
    package static func lines(_ connections: [WaitingConnection]) -> [String] {
        let rows = connections.map { waiting in
            [
                waiting.connection.string, waiting.hostAndPort ?? "", "\(waiting.waiting)",
                waiting.oldestMilliseconds.map { Figures.instant(unixMilliseconds: $0) } ?? "", "\(waiting.attempts)",
                waiting.nextMilliseconds.map { Figures.instant(unixMilliseconds: $0) } ?? "",
                waiting.isOff ? "off" : result(waiting),
            ]
        }
        return Table.lines([["connection", "host", "waiting", "oldest", "attempts", "next", "last"]] + rows)
    }

    private static func result(_ waiting: WaitingConnection) -> String {
        guard let outcome = waiting.outcome else { return "" }
        return outcome.rawValue + (waiting.status.map { " \($0)" } ?? "")
    }

    /// Writes one connection as an object.
    package static func write(_ waiting: WaitingConnection, into writer: inout Writer) {
        func instant(_ milliseconds: Int64?) -> String? {
            milliseconds.map { Figures.instant(unixMilliseconds: $0) }
        }
        writer.object {
            $0.member("connection_id", waiting.connection.string)
            $0.member("host", waiting.hostAndPort)
            $0.member("waiting", waiting.waiting)
            $0.member("oldest", instant(waiting.oldestMilliseconds))
            $0.member("attempts", waiting.attempts)
            $0.member("next", instant(waiting.nextMilliseconds))
            $0.member("status", waiting.status)
            $0.member("outcome", waiting.outcome?.rawValue)
            $0.member("off", waiting.isOff)
        }
    }
}
