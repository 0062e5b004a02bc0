import JSON
package import Vocabulary

/// Reads settings records by the rules of workers.
package struct SettingsJudge: ~Copyable {
    private let zones: ZoneTable
    private var parser = Parser()

    /// Creates a judge; settings that name a zone other than `zones` are invalid.
    package init(zones: ZoneTable) { self.zones = zones }

    /// Returns the connection and the settings of a record.
    ///
    /// - Parameters:
    ///   - json: The value of the record.
    ///   - milliseconds: The timestamp of the record in Unix milliseconds; nil if unknown.
    ///   - allowsLoopback: Whether the workers allow callbacks to loopback by plain http.
    /// - Throws: The refusal of a worker.
    /// - Returns: The connection and its settings.
    package mutating func settings(
        _ json: RawSpan,
        atMilliseconds milliseconds: Int64? = nil,
        allowsLoopback: Bool
    ) throws(Refusal) -> (connection: ConnectionID, settings: ConnectionSettings) {
        try Self.settings(json, milliseconds, allowsLoopback, zones, &parser)
    }

    /// Static, because the parsed record borrows `parser`, and `self` cannot be used meanwhile.
    private static func settings(
        _ json: RawSpan,
        _ milliseconds: Int64?,
        _ allowsLoopback: Bool,
        _ zones: ZoneTable,
        _ parser: inout Parser
    ) throws(Refusal) -> (connection: ConnectionID, settings: ConnectionSettings) {
        let record: Value
        do throws(ParseError) {
            record = try parser.parse(json)
        } catch {
            throw Refusal(.decodingError, error.description)
        }
        let connection = try ConnectionSettings.connection(record)
        var rules = Rules()
        rules.allowsLoopbackCallbacks = allowsLoopback
        let settings = try ConnectionSettings(
            record,
            timestampMilliseconds: milliseconds,
            rules: rules,
            zones: zones
        )
        return (connection, settings)
    }
}
