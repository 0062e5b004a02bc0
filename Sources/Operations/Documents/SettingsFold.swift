import Health
import JSON
import Kafka

/// The settings of one connection as workers take them: its newest record that is not wrong.
struct SettingsFold: ~Copyable {
    /// A record that was taken.
    struct Standing {
        let settings: ConnectionSettings
        let json: [UInt8]
        let partition: Int32
        let offset: Int64
        /// In milliseconds since 1970.
        let timestampMilliseconds: Int64?
    }

    private let connection: ConnectionID
    private let zones: ZoneTable
    private var parser = Parser()
    /// The partition of its newest record, wrong ones and tombstones too; nil where there is none.
    private(set) var partition: Int32?
    /// Nil where there are no settings, or no more.
    private(set) var standing: Standing?

    init(_ connection: ConnectionID, zones: ZoneTable) {
        self.connection = connection
        self.zones = zones
    }

    /// Takes the next record, of whichever connection.
    mutating func take(
        key: RawSpan?,
        value: RawSpan?,
        partition: Int32,
        offset: Int64,
        timestampMilliseconds: Int64?
    ) {
        guard let key, key.byteCount == connection.bytes.count, Self.copy(key) == connection.bytes else { return }
        self.partition = partition
        guard let value else {
            standing = nil
            return
        }
        // What is wrong is refused by workers, and the settings before it stay.
        guard let settings = Self.settings(value, of: connection, zones: zones, &parser) else { return }
        standing = Standing(
            settings: settings,
            json: Self.copy(value),
            partition: partition,
            offset: offset,
            timestampMilliseconds: timestampMilliseconds
        )
    }

    mutating func take(_ message: borrowing Message) {
        take(
            key: message.key,
            value: message.value,
            partition: message.partition,
            offset: message.offset,
            timestampMilliseconds: message.timestampMilliseconds
        )
    }

    private static func settings(
        _ value: RawSpan,
        of connection: ConnectionID,
        zones: ZoneTable,
        _ parser: inout Parser
    ) -> ConnectionSettings? {
        guard let record = try? parser.parse(value), (try? ConnectionSettings.connection(record)) == connection else {
            return nil
        }
        var rules = Rules()
        rules.allowsLoopbackCallbacks = true
        return try? ConnectionSettings(record, rules: rules, zones: zones)
    }

    private static func copy(_ bytes: RawSpan) -> [UInt8] { unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
}
