import Health
import JSON
import Kafka

/// The settings of one connection as workers apply them: the newest valid record.
struct SettingsFold: ~Copyable {
    /// The record that is in effect.
    struct Standing {
        let settings: ConnectionSettings
        let json: [UInt8]
        let partition: Int32
        let offset: Int64
        /// The record's timestamp in Unix milliseconds.
        let timestampMilliseconds: Int64?
        /// Whether workers refuse the record unless they allow loopback callbacks.
        let needsLoopback: Bool
    }

    private let connection: ConnectionID
    private let zones: ZoneTable
    private let refused: [Int32: Set<Int64>]
    private var parser = Parser()
    /// The partition of the newest record, including invalid records and tombstones; nil if there is none.
    private(set) var partition: Int32?
    /// The settings in effect; nil if there are none, or if a tombstone deleted them.
    private(set) var standing: Standing?
    /// The kind of the newest record, valid or not.
    private(set) var newest = Newest.nothing

    /// The kind of a connection's newest settings record.
    enum Newest {
        case nothing
        /// The record is a tombstone; a tombstone does not reopen a forgotten connection.
        case tombstone
        case standing
        /// The record is invalid; the earlier settings stay in effect.
        case wrong
    }

    /// Creates a fold without records.
    ///
    /// Settings that name a zone other than `zones` are invalid. `refused` has for each partition the offsets of records
    /// that workers have refused.
    init(_ connection: ConnectionID, zones: ZoneTable, refused: [Int32: Set<Int64>] = [:]) {
        self.connection = connection
        self.zones = zones
        self.refused = refused
    }

    /// Adds the next record of any connection.
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
        // Workers refuse invalid settings, and redriven settings that are older than those in effect.
        newest = .wrong
        if refused[partition]?.contains(offset) == true { return }
        let judged = min(timestampMilliseconds ?? .max, originalMilliseconds ?? .max)
        let time = judged == .max ? nil : judged
        if originalMilliseconds != nil, standing?.settings.overrule(time) ?? false { return }
        func settings(allowsLoopback: Bool) -> ConnectionSettings? {
            Self.settings(value, of: connection, at: time, allowsLoopback: allowsLoopback, zones: zones, &parser)
        }
        let strict = settings(allowsLoopback: false)
        guard let settings = strict ?? settings(allowsLoopback: true) else { return }
        newest = .standing
        standing = Standing(
            settings: settings,
            json: Self.copy(value),
            partition: partition,
            offset: offset,
            timestampMilliseconds: timestampMilliseconds,
            needsLoopback: strict == nil
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
        allowsLoopback: Bool,
        zones: ZoneTable,
        _ parser: inout Parser
    ) -> ConnectionSettings? {
        guard let record = try? parser.parse(value), (try? ConnectionSettings.connection(record)) == connection else {
            return nil
        }
        var rules = Rules()
        rules.allowsLoopbackCallbacks = allowsLoopback
        return try? ConnectionSettings(record, timestampMilliseconds: time, rules: rules, zones: zones)
    }

    private static func copy(_ bytes: RawSpan) -> [UInt8] { unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
}

extension Message {
    /// For a redriven record, the timestamp of the record that was refused first; nil for other records.
    fileprivate var originalMilliseconds: Int64? {
        guard [UInt8](headers.last(RedriveCount.header)).flatMap({ RedriveCount($0) }) != nil else { return nil }
        return [UInt8](headers.last(OriginalTimestamp.header)).flatMap { OriginalTimestamp.milliseconds($0) }
    }
}
