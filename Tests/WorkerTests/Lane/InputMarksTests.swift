import Store
import Testing
import Vocabulary
import Worker

/// Which record of an input the state names as the last that is in it.
struct InputMarksTests {
    private static func mark(_ offset: Int64) -> LogMark {
        LogMark(offset: offset, timestampMilliseconds: offset, checksum: 1)
    }

    private static func identity(upload: Int64?, settings: Int64?) -> StateIdentity {
        var identity = StateIdentity(
            id: UUID128(hi: 1, lo: 2),
            clusterID: "c",
            topicPrefix: "p.",
            partition: 2,
            partitions: 3,
            changelogBegin: 0
        )
        identity.lastUpload = upload.map(mark)
        identity.lastSettings = settings.map(mark)
        return identity
    }

    @Test func `it is the last that was read, as far as it is taken in, else the last that was committed`() {
        var marks = InputMarks()
        #expect(marks.mark(.uploads(2), before: 9) == nil)
        marks.restored(Self.identity(upload: 3, settings: 1))
        #expect(marks.mark(.uploads(2), before: 4) == Self.mark(3))
        #expect(marks.mark(.connections(2), before: 4) == Self.mark(1))
        #expect(marks.mark(.uploads(1), before: 4) == nil)
        marks.note(Self.mark(4), of: .uploads(2))
        marks.note(Self.mark(6), of: .uploads(2))
        #expect(marks.mark(.uploads(2), before: 7) == Self.mark(6))
        // Something is committed before what was read.
        #expect(marks.mark(.uploads(2), before: 6) == Self.mark(3))
        #expect(marks.mark(.uploads(2), before: nil) == Self.mark(3))
        marks.drop()
        #expect(marks.mark(.uploads(2), before: 7) == Self.mark(3))
        marks.note(Self.mark(4), of: .uploads(2))
        marks.committed(Self.identity(upload: 4, settings: 1))
        marks.drop()
        #expect(marks.mark(.uploads(2), before: 5) == Self.mark(4))
    }

    @Test func `what was read before a restore is read again`() {
        var marks = InputMarks()
        marks.note(Self.mark(6), of: .uploads(2))
        marks.note(Self.mark(6), of: .connections(2))
        marks.restored(Self.identity(upload: nil, settings: nil))
        #expect(marks.mark(.uploads(2), before: 7) == nil)
        #expect(marks.mark(.connections(2), before: 7) == nil)
    }
}
