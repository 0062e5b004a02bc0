import Testing
import Worker

/// In which order a restore asks, so that state and offsets belong together.
struct RestoreCourseTests {
    private typealias Offsets = RestoreCourse.Offsets

    @Test func `the changelog's end is asked again after the offsets, and that is all when nothing came`() {
        var course = RestoreCourse()
        #expect(course.step == .askEnd)
        course.changelogEnds(at: 7)
        #expect(course.step == .read(upTo: 7))
        course.hasRead()
        #expect(course.step == .askOffsets)
        course.groupStands(at: Offsets(uploads: 3, connections: nil))
        #expect(course.step == .askEnd)
        course.changelogEnds(at: 7)
        #expect(course.step == .done)
        #expect(course.offsets == Offsets(uploads: 3, connections: nil))
    }

    @Test func `what came before the offsets were told is read, and the offsets must still be the same`() {
        var course = RestoreCourse()
        course.changelogEnds(at: 7)
        course.hasRead()
        course.groupStands(at: Offsets(uploads: 4, connections: 1))
        course.changelogEnds(at: 9)
        #expect(course.step == .read(upTo: 9))
        course.hasRead()
        course.groupStands(at: Offsets(uploads: 5, connections: 1))
        #expect(course.step == .askEnd)
        course.changelogEnds(at: 12)
        #expect(course.step == .read(upTo: 12))
        course.hasRead()
        course.groupStands(at: Offsets(uploads: 5, connections: 1))
        #expect(course.step == .done)
        #expect(course.offsets == Offsets(uploads: 5, connections: 1))
    }

    @Test func `an empty changelog is asked twice too`() {
        var course = RestoreCourse()
        course.changelogEnds(at: 0)
        course.hasRead()
        course.groupStands(at: Offsets(uploads: nil, connections: nil))
        #expect(course.step == .askEnd)
        course.changelogEnds(at: 0)
        #expect(course.step == .done)
    }
}
