package import Vocabulary

/// The position and identity of one partition's state, written together with its data.
package struct StoreNote {
    /// The changelog offset from which a replay must continue; the store contains all earlier records.
    package var changelogOffset: Int64 = 0
    /// The last time when the store was known to match the changelog, in milliseconds since 1970; nil if unknown.
    package var inSyncMilliseconds: Int64?
    /// The identity of the state; nil until it was read from the changelog or written to it.
    package var identity: StateIdentity?
    /// The changelog offset of the identity; nil if unknown.
    package var identityOffset: Int64?

    private static let format: UInt8 = 2
    private static let fixedBytes = 1 + 8 + 8 + 8

    package init() {}

    /// Decodes a note; `partition` is used in error messages.
    package init(_ bytes: [UInt8], partition: Int32) throws(StoreError) {
        guard let format = bytes.first, format == Self.format, bytes.count >= Self.fixedBytes else {
            throw .unknownNote(bytes.first ?? 0, partition: partition)
        }
        let words = unsafe bytes.span.bytes
        changelogOffset = Int64(bitPattern: words.bigEndian(at: 1, bytes: 8))
        let time = Int64(bitPattern: words.bigEndian(at: 9, bytes: 8))
        inSyncMilliseconds = time == 0 ? nil : time
        let offset = Int64(bitPattern: words.bigEndian(at: 17, bytes: 8))
        identityOffset = offset < 0 ? nil : offset
        guard bytes.count > Self.fixedBytes else { return }
        do throws(StoreError) {
            let value = Array(bytes[Self.fixedBytes...])
            identity = unsafe try StateIdentity(value.span.bytes, offset: 0)
        } catch {
            throw .unknownNote(bytes[Self.fixedBytes], partition: partition)
        }
    }

    /// The fingerprint of the identity's record in the changelog; nil if its offset is unknown.
    package var identityMark: LogMark? {
        guard let identity, let identityOffset else { return nil }
        let (key, value) = (StateIdentity.key, identity.value)
        return unsafe LogMark(
            offset: identityOffset,
            timestampMilliseconds: nil,
            key: key.span.bytes,
            value: value.span.bytes
        )
    }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(Self.format)
        bytes.appendBigEndian(UInt64(bitPattern: changelogOffset))
        bytes.appendBigEndian(UInt64(bitPattern: inSyncMilliseconds ?? 0))
        bytes.appendBigEndian(UInt64(bitPattern: identityOffset ?? -1))
        return bytes + (identity?.value ?? [])
    }
}
