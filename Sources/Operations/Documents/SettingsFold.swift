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
    /// What its newest record is, whether workers take it or not.
    private(set) var newest = Newest.nothing

    /// What the newest record of a connection's settings is.
    enum Newest {
        case nothing
        /// It has no value, which does not open a forgotten connection.
        case tombstone
        case standing
        /// It is wrong: settings before it stay.
        case wrong
    }

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
        timestampMilliseconds: Int64?,
        originalMilliseconds: Int64? = nil
    ) {
        guard let key, key.byteCount == connection.bytes.count, Self.copy(key) == connection.bytes else { return }
        self.partition = partition
        guard let value else {
            newest = .tombstone
            if standing?.settings.isForgotten != true { standing = nil }
            return
        }
        // What is wrong is refused by workers, and the settings before it stay; so is what was redriven too late.
        newest = .wrong
        let judged = min(timestampMilliseconds ?? .max, originalMilliseconds ?? .max)
        let time = judged == .max ? nil : judged
        if originalMilliseconds != nil, standing?.settings.overrule(time) ?? false { return }
        guard let settings = Self.settings(value, of: connection, at: time, zones: zones, &parser) else { return }
        newest = .standing
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
            timestampMilliseconds: message.timestampMilliseconds,
            originalMilliseconds: message.originalMilliseconds
        )
    }

    private static func settings(
        _ value: RawSpan,
        of connection: ConnectionID,
        at time: Int64?,
        zones: ZoneTable,
        _ parser: inout Parser
    ) -> ConnectionSettings? {
        guard let record = try? parser.parse(value), (try? ConnectionSettings.connection(record)) == connection else {
            return nil
        }
        var rules = Rules()
        rules.allowsLoopbackCallbacks = true
        return try? ConnectionSettings(record, timestampMilliseconds: time, rules: rules, zones: zones)
    }

    private static func copy(_ bytes: RawSpan) -> [UInt8] { unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
}

extension Message {
    /// When the record was written that was first refused, of a record that was redriven; nil for others.
    fileprivate var originalMilliseconds: Int64? {
        guard [UInt8](headers.last(RedriveCount.header)).flatMap({ RedriveCount($0) }) != nil else { return nil }
        return [UInt8](headers.last(OriginalTimestamp.header)).flatMap { OriginalTimestamp.milliseconds($0) }
    }
}
