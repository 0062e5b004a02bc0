import Health
import Store
package import Vocabulary

/// A partition-wide record of the changelog, whose value can contain connection ids although its key has none.
package enum PartitionRecord {
    /// Whether a partition-wide record identifies a connection.
    ///
    /// An unreadable value is searched for the bytes of the id.
    package static func names(_ connection: ConnectionID, key: RawSpan, value: RawSpan) -> Bool {
        guard let (stateKey, bytes) = Changelog.partitionValue(key: key, value: value) else { return false }
        return stateKey.names(connection, in: bytes)
    }

    /// Whether a key belongs to the marker of an erased connection.
    package static func isMark(ofForgotten connection: ConnectionID, key: RawSpan) -> Bool {
        guard let stateKey = Changelog.partitionStateKey(key) else { return false }
        return stateKey == .forgotten(connection)
    }
}
