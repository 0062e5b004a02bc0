import Testing
import Worker

/// In which order a restore asks, so that state and offsets belong together.
struct PartitionRestoreTests {
    private typealias Offsets = PartitionRestore.Offsets

    @Test func `the changelog's end is asked again after the offsets, and that is all when nothing came`() {
        var restore = PartitionRestore()
        #expect(restore.request == .askEnd)
        restore.changelogEnds(at: 7)
        #expect(restore.request == .read(upTo: 7))
        restore.hasRead()
        #expect(restore.request == .askOffsets)
        restore.groupStands(at: Offsets(uploads: 3, connections: nil))
        #expect(restore.request == .askEnd)
        restore.changelogEnds(at: 7)
        #expect(restore.request == .done)
        #expect(restore.offsets == Offsets(uploads: 3, connections: nil))
    }

    @Test func `what came before the offsets were told is read, and the offsets must still be the same`() {
        var restore = PartitionRestore()
        restore.changelogEnds(at: 7)
        restore.hasRead()
        restore.groupStands(at: Offsets(uploads: 4, connections: 1))
        restore.changelogEnds(at: 9)
        #expect(restore.request == .read(upTo: 9))
        restore.hasRead()
        restore.groupStands(at: Offsets(uploads: 5, connections: 1))
        #expect(restore.request == .askEnd)
        restore.changelogEnds(at: 12)
        #expect(restore.request == .read(upTo: 12))
        restore.hasRead()
        restore.groupStands(at: Offsets(uploads: 5, connections: 1))
        #expect(restore.request == .done)
        #expect(restore.offsets == Offsets(uploads: 5, connections: 1))
    }

    @Test func `an empty changelog is asked twice too`() {
        var restore = PartitionRestore()
        restore.changelogEnds(at: 0)
        restore.hasRead()
        restore.groupStands(at: Offsets(uploads: nil, connections: nil))
        #expect(restore.request == .askEnd)
        restore.changelogEnds(at: 0)
        #expect(restore.request == .done)
    }
}
