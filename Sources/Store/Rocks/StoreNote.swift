/// What the database says of one partition beside its data, written together with it.
package struct StoreNote {
    /// The changelog's offset from which a replay must go on: everything before it is in the store.
    package var changelogOffset: Int64 = 0
    /// When the store was last known to miss nothing; nil when that is unknown.
    package var inStepMilliseconds: Int64?
    /// What the state belongs to; nil until it was read in the changelog or written to it.
    package var identity: StateIdentity?

    private static let format: UInt8 = 1
    private static let fixedBytes = 1 + 8 + 8

    /// What is said of a partition of which nothing is there.
    package init() {}

    /// Reads a note; the partition is for the sentence that says what is wrong with it.
    package init(_ bytes: [UInt8], partition: Int32) throws(StoreError) {
        guard let format = bytes.first, format == Self.format, bytes.count >= Self.fixedBytes else {
            throw .unknownNote(bytes.first ?? 0, partition: partition)
        }
        let words = unsafe bytes.span.bytes
        changelogOffset = Int64(bitPattern: words.bigEndian(at: 1, bytes: 8))
        let time = Int64(bitPattern: words.bigEndian(at: 9, bytes: 8))
        inStepMilliseconds = time == 0 ? nil : time
        guard bytes.count > Self.fixedBytes else { return }
        do throws(StoreError) {
            let value = Array(bytes[Self.fixedBytes...])
            identity = unsafe try StateIdentity(value.span.bytes, offset: 0)
        } catch {
            throw .unknownNote(bytes[Self.fixedBytes], partition: partition)
        }
    }

    /// The note as it is written.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(Self.format)
        bytes.appendBigEndian(UInt64(bitPattern: changelogOffset))
        bytes.appendBigEndian(UInt64(bitPattern: inStepMilliseconds ?? 0))
        return bytes + (identity?.value ?? [])
    }
}
