package import Health
import Store

/// A record of the changelog that is of a partition as a whole, which can name connections in its value alone.
package enum PartitionRecord {
    /// Whether such a record names a connection; one whose value can't be read is taken to name whom its bytes have.
    package static func names(_ connection: ConnectionID, key: RawSpan, value: RawSpan) -> Bool {
        guard let (stateKey, bytes) = Changelog.partitionValue(key: key, value: value) else { return false }
        return stateKey.names(connection, in: bytes)
    }

    /// Whether a key is that of the mark of a connection that is forgotten.
    package static func isMark(ofForgotten connection: ConnectionID, key: RawSpan) -> Bool {
        guard let stateKey = Changelog.partitionStateKey(key) else { return false }
        return stateKey == .forgotten(connection)
    }
}
