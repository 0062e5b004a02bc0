import Operations
import Testing
import Views

/// What is said of a person who is erased.
struct ForgetTextTests {
    @Test func `traces are told with what ends them, and what comes next`() {
        let traces: [(String, RemainingTrace.End)] = [
            ("fork.documents", .compaction(milliseconds: 0, keysMilliseconds: 86_400_000)),
            ("fork.state", .someday), ("fork.uploads", .retention(milliseconds: 1_000)),
            ("fork.webhook-dispatch", .never),
            ("shadow.documents", .dropped(prefix: "shadow.")),
        ]
        let remaining = traces.map { RemainingTrace(topic: $0, records: 1_204, live: 0, end: $1) }
        let outcome = Forgetting.Outcome(
            sinceMilliseconds: 0,
            topics: ["fork.connection.a"],
            documents: 1,
            remaining: remaining
        )
        let space = String(repeating: " ", count: 20)
        #expect(
            ForgetText.forgotten("a", outcome).lines == [
                "a is forgotten: workers have deleted its documents and its state",
                "deleted the topic fork.connection.a", "deleted 1 frozen record",
                "Records remain, until at the latest:",
                "  fork.documents      \(space)  1,204 records   1970-01-01T00:00:00.000Z; keys of deleted records "
                    + "1970-01-02T00:00:00.000Z",
                "  fork.state          \(space)  1,204 records   unknown, since max.compaction.lag.ms is not set",
                "  fork.uploads        \(space)  1,204 records   1970-01-01T00:00:01.000Z",
                "  fork.webhook-dispatch                     1,204 records   never, since retention.ms is -1",
                "  shadow.documents    \(space)  1,204 records   fork-worker replay drop shadow., or forget under that "
                    + "prefix if it is live",
                "Webhook receivers and readers of these topics must delete their own copies.",
                "To check again: fork-worker forget --check a",
            ]
        )
    }

    @Test func `letters that are put aside are told, and instances that may have something on their disks`() {
        let outcome = Forgetting.Outcome(
            sinceMilliseconds: 0,
            topics: [],
            documents: 0,
            letters: 2,
            formerOwners: ["pod-1-0", "pod-2-0"],
            ownersUntilMilliseconds: 600_000,
            remaining: []
        )
        #expect(
            ForgetText.forgotten("a", outcome).lines.dropFirst().prefix(4) == [
                "marked 2 open dead letters: they cannot be redriven",
                "Instances that may have owned its partition recently delete their copies by 1970-01-01T00:10:00.000Z:",
                "  pod-1-0", "  pod-2-0",
            ]
        )
    }

    @Test func `that a replay could bring it back is a warning, and no fault`() {
        let check = ForgetText.check("a", [], canComeBack: true)
        #expect(check.warning?.contains("Run fork-worker forget a again") == true)
        #expect(check.lines == ["no live record identifies a"])
        #expect(ForgetText.check("a", []).warning == nil)
    }

    @Test(arguments: [0, 1])
    func `a check says whether anything is live`(live: Int) {
        let lines = ForgetText.check("a", [Trace(topic: "fork.state", partition: 3, records: 2, live: live)]).lines
        #expect(
            lines.count == 2 && lines[0].hasPrefix("fork.state [3]  ")
                && lines[0].hasSuffix("  2 records, \(live) live")
        )
        #expect(lines[1].hasPrefix("no live record identifies a") == (live == 0))
        #expect(lines[1].contains("fork-worker replay drop") == (live == 1))
    }

    @Test func `a check names the receiver for which deletions wait, and how to end that`() {
        let state = Trace(topic: "fork.webhook-state", partition: 0, records: 9, live: 3)
        let waiting = ForgetText.WaitingDeletions(topic: state.topic, host: "hooks.example:443")
        let lines = ForgetText.check("a", [state], waiting: waiting).lines
        #expect(lines.count == 2 && lines[1].hasPrefix("deletions wait for hooks.example:443 in fork.webhook-state: "))
        #expect(lines[1].hasSuffix("fork-worker connections put a --set forget=true"))
        let other = Trace(topic: "shadow.documents", partition: 0, records: 1, live: 1)
        let both = ForgetText.check("a", [state, other], waiting: waiting)
        #expect(!both.isClean && both.lines.count == 4 && both.lines[3].contains("fork-worker replay drop"))
    }
}
