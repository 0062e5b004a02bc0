import Health
import Store
package import Vocabulary

/// A changelog record of a whole partition: its key contains no connection id, but its value can.
package enum PartitionRecord {
    /// Whether the value of a record of a whole partition contains the id of a connection.
    ///
    /// An unreadable value is searched for the bytes of the id.
    package static func names(_ connection: ConnectionID, key: RawSpan, value: RawSpan) -> Bool {
        guard let (stateKey, bytes) = Changelog.partitionValue(key: key, value: value) else { return false }
        return stateKey.names(connection, in: bytes)
    }

    /// Whether a key is that of the record that marks a connection as erased.
    package static func isMark(ofForgotten connection: ConnectionID, key: RawSpan) -> Bool {
        guard let stateKey = Changelog.partitionStateKey(key) else { return false }
        return stateKey == .forgotten(connection)
    }
}
