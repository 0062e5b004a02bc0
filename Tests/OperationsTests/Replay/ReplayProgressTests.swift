import Operations
import Testing
import Vocabulary
import Worker

/// How far a replay is, by what its group has committed.
@Suite struct ReplayProgressTests {
    private static let range = ReplayRange(uploads: [0..<10, 5..<15], connections: [3, 0])

    private static func progress(_ committed: [Input: Int64], first: [Input: Int64] = [:]) -> ReplayProgress {
        ReplayProgress(range, committed: committed, first: first)
    }

    @Test func `it is at its end when uploads and settings of every partition are`() {
        var committed: [Input: Int64] = [.uploads(0): 10, .uploads(1): 15, .connections(0): 3]
        #expect(Self.progress(committed).isAtEnd)
        #expect(Self.progress(committed).percent == 100)
        for input in committed.keys {
            committed[input]? -= 1
            let progress = Self.progress(committed)
            #expect(!progress.isAtEnd && progress.percent < 100)
            committed[input]? += 1
        }
    }

    @Test func `what is behind is counted from where it began, and what goes on after the end is not`() {
        let progress = Self.progress([.uploads(0): 4, .uploads(1): 40])
        #expect((progress.done, progress.total) == (14, 20))
        #expect(progress.percent == 70)
        #expect(Self.progress([:]).percent == 0)
    }

    @Test func `what was deleted before it was read counts as behind`() {
        let first: [Input: Int64] = [.uploads(0): 12, .uploads(1): 15, .connections(0): 7]
        #expect(Self.progress([:], first: first).isAtEnd)
        #expect(Self.progress([:], first: [.uploads(0): 3, .uploads(1): 2]).done == 3)
    }

    @Test func `a replay of nothing is at its end at once`() {
        let progress = ReplayProgress(ReplayRange(uploads: [0..<0], connections: [0]), committed: [:], first: [:])
        #expect(progress.isAtEnd && progress.percent == 100)
    }

    @Test(
        arguments: [
            ("shadow.", ["fork."], [], nil), ("fork.shadow.", ["fork."], [], "live prefix 'fork.'"),
            ("f.", ["f.ork."], [], "live prefix 'f.ork.'"), ("a.", [""], [], "live prefix ''"),
            ("a.", ["fork."], ["a.b."], "replay into a.b."), ("a.b.", ["fork."], ["a."], "replay into a."),
            ("ab.", ["fork."], ["a."], nil),
        ] as [(String, [String], [String], String?)]
    )
    func `a prefix that others begin with, or that begins with one, is refused`(
        prefix: String,
        live: [String],
        replays: [String],
        words: String?
    ) {
        let conflict = ReplayPrefix.conflict(prefix, live: live, replays: replays)
        #expect((conflict == nil) == (words == nil))
        if let words { #expect(conflict?.contains(words) == true, "\(conflict ?? "")") }
    }

    @Test func `members are a process's by its whole instance id`() {
        #expect(ReplaySwitch.isMember("fork-worker-a-1-0", of: "a-1"))
        #expect(ReplaySwitch.isMember("fork-worker-a-1-12", of: "a-1"))
        #expect(!ReplaySwitch.isMember("fork-worker-a-1-0", of: "a"))
        #expect(!ReplaySwitch.isMember("fork-worker-a-1-x", of: "a-1"))
        #expect(!ReplaySwitch.isMember("kcat", of: "a-1"))
    }
}
