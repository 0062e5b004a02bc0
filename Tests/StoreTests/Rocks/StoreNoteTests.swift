import Store
import Testing
import Vocabulary

/// What a store says of a partition beside its data.
struct StoreNoteTests {
    private static let example: StoreNote = {
        var note = StoreNote()
        note.changelogOffset = 70_000
        note.inSyncMilliseconds = 1_714_119_300_123
        note.identity = StateIdentityTests.example
        note.identityOffset = 69_998
        return note
    }()

    @Test func `a note is read as it was written, with an identity or without`() throws {
        for identity in [StateIdentityTests.example, nil] {
            var note = Self.example
            note.identity = identity
            let read = try StoreNote(note.bytes, partition: 3)
            #expect(read.changelogOffset == 70_000 && read.inSyncMilliseconds == 1_714_119_300_123)
            #expect(read.identity == identity && read.identityOffset == 69_998)
        }
        #expect(try StoreNote(StoreNote().bytes, partition: 3).inSyncMilliseconds == nil)
        #expect(try StoreNote(StoreNote().bytes, partition: 3).identityOffset == nil)
    }

    @Test func `the mark of an identity is that of its record, whose timestamp is unknown`() {
        var note = Self.example
        let (key, value) = (StateIdentity.key, StateIdentityTests.example.value)
        let mark = unsafe LogMark(
            offset: 69_998,
            timestampMilliseconds: nil,
            key: key.span.bytes,
            value: value.span.bytes
        )
        #expect(note.identityMark == mark)
        note.identityOffset = nil
        #expect(note.identityMark == nil)
    }

    @Test(arguments: [0, 1, 3] as [UInt8])
    func `a note of another format is refused by its number`(format: UInt8) {
        let other = [format] + Self.example.bytes.dropFirst()
        #expect(throws: StoreError.unknownNote(format, partition: 3)) { _ = try StoreNote(other, partition: 3) }
    }

    @Test func `an identity of another format is refused by its number`() {
        var bytes = Self.example.bytes
        bytes[25] = 2
        #expect(throws: StoreError.unknownNote(2, partition: 3)) { _ = try StoreNote(bytes, partition: 3) }
    }

    @Test func `a note that is cut is refused`() {
        for count in 0..<25 {
            let cut = Array(Self.example.bytes.prefix(count))
            #expect(throws: StoreError.self) { _ = try StoreNote(cut, partition: 3) }
        }
    }
}
