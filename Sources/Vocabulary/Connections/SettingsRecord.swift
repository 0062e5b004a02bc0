package import JSON

/// A record of `fork.connections`, and its effect on the settings of its connection.
///
/// Workers, dispatchers and commands use this type to decide which settings are in effect.
package struct SettingsRecord: Equatable, Sendable {
    /// The effect of a record on the settings of its connection.
    package enum Effect: Equatable, Sendable {
        case replaced(ConnectionSettings)
        /// The connection has no settings any more.
        case removed
        /// The earlier settings stay: a tombstone does not reopen a forgotten connection.
        case none
    }

    package let connection: ConnectionID
    /// The settings; nil for a tombstone.
    package let settings: ConnectionSettings?
    private let isRedriven: Bool
    private let judgedMilliseconds: Int64?

    /// Reads a record; `value` is nil for a tombstone.
    ///
    /// If `place.describesItself` is true, the initializer sets `key` to the connection id.
    ///
    /// - Throws: The refusal of an invalid record.
    package init(
        _ place: RecordPlace,
        key: inout [UInt8]?,
        value: RawSpan?,
        rules: Rules,
        zones: ZoneTable,
        _ parser: inout Parser
    ) throws(Refusal) {
        isRedriven = place.redrive != nil
        judgedMilliseconds = place.judgedMilliseconds
        if value == nil {
            guard let key, let connection = ConnectionID(key) else {
                throw Refusal(.invalidIdentifier, "The key of settings that are gone is no connection id.")
            }
            (self.connection, settings) = (connection, nil)
            return
        }
        let record = try parser.record(value, maxBytes: rules.uploadMaxBytes)
        connection = try ConnectionSettings.connection(record)
        if place.describesItself { key = connection.bytes }
        try connection.check(key: key)
        settings = try ConnectionSettings(
            record,
            timestampMilliseconds: place.judgedMilliseconds,
            rules: rules,
            zones: zones
        )
        if settings?.formats.isEmpty == false, DocumentOwner.isReserved(connection) {
            let sentence = "The connection % has no `formats`: a shared topic has its name."
            throw .quoting(.invalidValue, sentence, connection.string)
        }
    }

    /// Returns the effect of the record on the previous settings; `standing` is nil if there are none.
    ///
    /// - Throws: The refusal of a redriven record that is older than the previous settings.
    package func effect(on standing: ConnectionSettings?) throws(Refusal) -> Effect {
        if isRedriven, standing?.overrule(judgedMilliseconds) ?? false {
            throw Refusal(.invalidValue, "The settings are redriven, and older than the connection's newest settings.")
        }
        guard let settings else { return standing?.isForgotten ?? false ? .none : .removed }
        return .replaced(settings)
    }
}
