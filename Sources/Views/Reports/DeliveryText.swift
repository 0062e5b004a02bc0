package import Dispatching
package import JSON
import Observation
package import Operations
import Vocabulary
import Webhooks

/// Formats waiting jobs, by connection or by host, as text and as JSON.
package enum DeliveryText {
    private static let width = 80

    /// Returns a table of the connections that fits 80 columns.
    ///
    /// `now` is the Unix time in milliseconds, from which durations are counted.
    package static func lines(_ connections: [WaitingConnection], now: Int64, _ ink: ANSIStyle = .plain) -> [String] {
        let rows = connections.map { waiting in
            [
                waiting.connection.string, waiting.hostAndPort ?? "", "\(waiting.waiting)",
                since(waiting.oldestMilliseconds, now), "\(waiting.attempts)",
                waiting.isOff ? "off" : result(waiting.outcome, waiting.status),
                waiting.isOff ? "" : until(waiting.nextMilliseconds, now),
            ]
        }
        if rows.isEmpty { return [] }
        let header = ["CONNECTION", "HOST", "JOBS", "OLDEST", "TRIES", "LAST", "NEXT IN"]
        return Table.lines(fitted(fitted(rows, header, column: 1), header, column: 0), header: header, ink)
    }

    /// Returns a table of the hosts that fits 80 columns, with the reason of the last failure below each host.
    package static func lines(hosts: [WaitingHost], now: Int64, _ ink: ANSIStyle = .plain) -> [String] {
        if hosts.isEmpty { return [] }
        let rows = hosts.map { host in
            [
                host.hostAndPort ?? "no host", "\(host.waiting)", "\(host.connections)",
                since(host.oldestMilliseconds, now), result(host.outcome, host.status),
                until(host.nextMilliseconds, now),
            ]
        }
        let header = ["HOST", "JOBS", "CONNECTIONS", "OLDEST", "LAST", "NEXT IN"]
        let table = Table.lines(fitted(rows, header, column: 0), header: header, ink)
        return table[..<1]
            + zip(table.dropFirst(), hosts).flatMap { line, host in
                var notes = host.reason.map { [DocumentView.shown($0.description)] } ?? []
                if let end = host.leftAloneUntilMilliseconds { notes.append("left alone for \(until(end, now))") }
                return [line] + notes.flatMap { Paragraph.wrap($0, width: 76).map { ink(.dim, "    \($0)") } }
            }
    }

    /// Returns the status of an answer, or the outcome of an attempt without one.
    private static func result(_ outcome: AttemptOutcome?, _ status: Int?) -> String {
        status.map { "\($0)" } ?? outcome?.rawValue ?? ""
    }

    private static func since(_ milliseconds: Int64?, _ now: Int64) -> String {
        milliseconds.map { Figures.duration(seconds: Double(max(0, now - $0) / 1_000)) } ?? ""
    }

    private static func until(_ milliseconds: Int64?, _ now: Int64) -> String {
        guard let milliseconds else { return "" }
        return milliseconds <= now ? "0 s" : Figures.duration(seconds: Double((milliseconds - now) / 1_000))
    }

    /// Shortens the names of a column so that the table fits, to 14 characters at least.
    ///
    /// A name is cut in its middle, because names of hosts often differ at both ends.
    private static func fitted(_ rows: [[String]], _ header: [String], column: Int) -> [[String]] {
        let widths = header.indices.map { index in ([header] + rows).map { $0[index].count }.max() ?? 0 }
        let room = max(14, widths[column] + width - widths.reduce(2 * (header.count - 1), +))
        return rows.map { row in
            var row = row
            let name = row[column]
            if name.count > room { row[column] = "\(name.prefix(room / 2 - 1))…\(name.suffix(room - room / 2))" }
            return row
        }
    }

    /// Writes one connection as an object.
    package static func write(_ waiting: WaitingConnection, into writer: inout Writer) {
        writer.object {
            $0.member("connection_id", waiting.connection.string)
            $0.member("host", waiting.hostAndPort)
            $0.member("waiting", waiting.waiting)
            $0.member("oldest", instant(waiting.oldestMilliseconds))
            $0.member("attempts", waiting.attempts)
            $0.member("next", instant(waiting.nextMilliseconds))
            $0.member("status", waiting.status)
            $0.member("outcome", waiting.outcome?.rawValue)
            $0.member("reason", waiting.reason?.description)
            $0.member("off", waiting.isOff)
        }
    }

    /// Writes one host as an object.
    package static func write(_ host: WaitingHost, into writer: inout Writer) {
        writer.object {
            $0.member("host", host.hostAndPort)
            $0.member("waiting", host.waiting)
            $0.member("connections", host.connections)
            $0.member("oldest", instant(host.oldestMilliseconds))
            $0.member("next", instant(host.nextMilliseconds))
            $0.member("outcome", host.outcome?.rawValue)
            $0.member("reason", host.reason?.description)
            $0.member("left_alone_until", instant(host.leftAloneUntilMilliseconds))
        }
    }

    private static func instant(_ milliseconds: Int64?) -> String? {
        milliseconds.map { Figures.instant(unixMilliseconds: $0) }
    }

    /// Returns a sentence about a webhook that was sent once, such as `200 after 12 ms`.
    package static func line(_ sent: SentWebhook) -> String {
        let result = sent.status.map { "\($0)" } ?? sent.outcome.rawValue
        return "\(result) after \(sent.milliseconds) ms" + (sent.reason.map { ": \($0)" } ?? "")
    }

    /// Returns a JSON object with the result of a webhook that was sent once.
    package static func json(_ sent: SentWebhook) -> String {
        var writer = Writer()
        write(sent, into: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Writes a JSON object with the result of a webhook that was sent once.
    package static func write(_ sent: SentWebhook, into writer: inout Writer) {
        writer.object {
            $0.member("status", sent.status)
            $0.member("milliseconds", sent.milliseconds)
            $0.member("outcome", sent.outcome.rawValue)
            $0.member("reason", sent.reason?.description)
        }
    }
}
