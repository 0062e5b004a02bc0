import Kafka
package import Vocabulary
import Worker

/// The settings of a connection that are in effect, and their record.
package struct StandingSettings: Sendable {
    package let connection: ConnectionID
    package let settings: ConnectionSettings
    /// The value of the record.
    package let json: [UInt8]
    package let partition: Int32
    package let offset: Int64
    /// The record's timestamp in Unix milliseconds.
    package let timestampMilliseconds: Int64?
    /// Whether workers refuse the record unless they allow loopback callbacks.
    package let needsLoopback: Bool

    /// Whether webhooks are sent for changed documents.
    package var getsWebhooks: Bool {
        settings.callbackURL != nil && !settings.isClosed && !settings.isForgotten
            && settings.backgroundDelivery?.isEmpty != true
    }

    package init(
        _ connection: ConnectionID,
        _ settings: ConnectionSettings,
        json: [UInt8],
        partition: Int32,
        offset: Int64,
        timestampMilliseconds: Int64? = nil,
        needsLoopback: Bool = false
    ) {
        self.connection = connection
        self.settings = settings
        self.json = json
        self.partition = partition
        self.offset = offset
        self.timestampMilliseconds = timestampMilliseconds
        self.needsLoopback = needsLoopback
    }
}

/// The settings of one connection as workers apply them: the newest valid record.
struct SettingsFold {
    /// For each partition, the offsets of settings that workers have refused.
    typealias Refused = [Int32: Set<Int64>]

    let connection: ConnectionID
    /// The partition of the newest record, including invalid records and tombstones; nil if there is none.
    private(set) var partition: Int32?
    /// The settings in effect; nil if there are none, or if a tombstone deleted them.
    private(set) var standing: StandingSettings?
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

    init(_ connection: ConnectionID) { self.connection = connection }

    /// Adds the next record; ignores records of other connections.
    mutating func take(_ message: borrowing Message, _ judge: inout SettingsJudge, refused: Refused = [:]) {
        guard let key = message.key, Self.isEqual(key, connection.bytes) else { return }
        partition = message.partition
        // Workers refuse invalid settings, and redriven settings that are older than the settings in effect.
        newest = .wrong
        if refused[message.partition]?.contains(message.offset) == true { return }
        let place = RecordPlace(message, of: .connections)
        func record(allowsLoopback: Bool) -> SettingsRecord? {
            try? judge.record(place, key: connection.bytes, value: message.value, allowsLoopback: allowsLoopback)
        }
        let strict = record(allowsLoopback: false)
        guard let record = strict ?? record(allowsLoopback: true),
            let effect = try? record.effect(on: standing?.settings)
        else { return }
        guard case .replaced(let settings) = effect else {
            newest = .tombstone
            if effect == .removed { standing = nil }
            return
        }
        newest = .standing
        standing = StandingSettings(
            connection,
            settings,
            json: [UInt8](message.value) ?? [],
            partition: message.partition,
            offset: message.offset,
            timestampMilliseconds: message.timestampMilliseconds,
            needsLoopback: strict == nil
        )
    }

    private static func isEqual(_ key: RawSpan, _ bytes: [UInt8]) -> Bool {
        unsafe key.byteCount == bytes.count && key.withUnsafeBytes { unsafe $0.elementsEqual(bytes) }
    }
}
