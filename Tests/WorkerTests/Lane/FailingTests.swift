import Observation
import Testing
import Worker

struct FailingTests {
    @Test func `a failure is logged when it is new or has another reason`() {
        var failing = Failing()
        #expect(failing.fail(0, reason: Reason("a"), at: 0) == .first)
        #expect(failing.fail(0, reason: Reason("a"), at: 1) == nil)
        #expect(failing.fail(0, reason: Reason("b"), at: 2) == .otherReason)
        #expect(failing.partitions == [0])
    }

    @Test func `partitions that are still left alone are reminded of once a minute, by their reasons`() {
        var failing = Failing()
        _ = failing.fail(0, reason: Reason("a"), at: 0)
        _ = failing.fail(1, reason: Reason("a"), at: 0)
        #expect(failing.look(at: 59_999) { _ in .unread } == [])
        let reminders = failing.look(at: 60_000) { _ in .unread }
        guard case .stillLeftAlone(let partitions, Reason("a"), 60)? = reminders.first, reminders.count == 1 else {
            Issue.record("\(reminders)")
            return
        }
        #expect(partitions.sorted() == [0, 1])
        #expect(failing.look(at: 119_999) { _ in .unread } == [])
        let events = failing.look(at: 120_000) { $0 == 0 ? .unread : .committed }
        #expect(events == [.resumed(1), .stillLeftAlone([0], reason: Reason("a"), seconds: 120)])
    }

    @Test(arguments: [
        (Failing.Progress.committed, [Failing.Event.resumed(7)], false), (.unassigned, [.gone(7)], false),
        (.read, [], true),
    ])
    func `a partition that has committed has resumed, and one that is not assigned is gone`(
        progress: Failing.Progress,
        events: [Failing.Event],
        isKept: Bool
    ) {
        var failing = Failing()
        _ = failing.fail(7, reason: Reason("a"), at: 0)
        #expect(failing.look(at: 100) { _ in progress } == events)
        #expect(failing.partitions == (isKept ? [7] : []))
    }

    @Test func `a partition that is read for a minute without a pause has resumed`() {
        var failing = Failing()
        _ = failing.fail(0, reason: Reason("a"), at: 0)
        #expect(failing.look(at: 10_000) { _ in .read } == [])
        #expect(failing.look(at: 40_000) { _ in .unread } == [])
        #expect(failing.look(at: 50_000) { _ in .read } == [])
        #expect(failing.look(at: 109_999) { _ in .read } == [])
        #expect(failing.look(at: 110_000) { _ in .read } == [.resumed(0)])
    }
}
