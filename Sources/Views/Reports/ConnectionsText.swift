package import JSON
package import Operations
import Vocabulary

/// Formats the settings of connections as text and as JSON.
package enum ConnectionsText {
    private static let header = ["connection", "app", "callback", "webhooks for", "state"]

    /// Returns a table, which shows only the host of a callback URL, because the rest can be secret.
    package static func lines(_ connections: [StandingSettings], _ ink: ANSIStyle = .plain) -> [String] {
        let rows = connections.map { connection in
            let settings = connection.settings
            return [
                connection.connection.string, settings.appID.map(text) ?? "",
                settings.callbackURL.map { host(of: $0) } ?? "", types(settings), state(settings),
            ]
        }
        let states = connections.count { $0.settings.isClosed || $0.settings.isForgotten }
        let closed = states == 0 ? "" : ", \(states) closed or erased"
        return Table.lines(rows, header: header, ink) + [Figures.count(connections.count, "connection") + closed]
    }

    /// Returns the host of a callback URL, with the port if the URL has one.
    private static func host(of url: [UInt8]) -> String {
        let text = Self.text(url)
        guard let scheme = text.firstRange(of: "://") else { return "" }
        let authority = text[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return String(authority.split(separator: "@", omittingEmptySubsequences: false).last ?? "")
    }

    private static func types(_ settings: ConnectionSettings) -> String {
        if settings.callbackURL == nil { return "" }
        guard let types = settings.backgroundDelivery else { return "all" }
        return types.isEmpty ? "none" : types.map(text).joined(separator: " ")
    }

    private static func state(_ settings: ConnectionSettings) -> String {
        if settings.isForgotten { return "erased" }
        return settings.isClosed ? "closed" : "open"
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Returns the settings of one connection with one line for each field.
    package static func page(_ connection: StandingSettings) -> [String] {
        var writer = Writer()
        writePlaced(connection, into: &writer)
        var parser = Parser()
        guard let record = try? parser.parse(writer.bytes) else { return [] }
        return IndentedJSON.lines(record, "")
    }

    /// Writes settings as they stand in their record, without line breaks.
    package static func write(_ connection: StandingSettings, into writer: inout Writer) {
        guard connection.json.contains(where: { $0 < 0x20 }) else { return writer.raw(connection.json) }
        var parser = Parser()
        if let record = try? parser.parse(connection.json) { record.write(into: &writer) }
    }

    /// Writes settings with the offset and the partition of their record.
    package static func writePlaced(_ connection: StandingSettings, into writer: inout Writer) {
        var parser = Parser()
        guard let record = try? parser.parse(connection.json), var members = record.members else { return }
        writer.object { writer in
            while let member = members.next() {
                if member.key == "offset" || member.key == "partition" { continue }
                writer.member(member.key.string) { member.value.write(into: &$0) }
            }
            writer.member("offset", connection.offset)
            writer.member("partition", connection.partition)
        }
    }
}
