import Health
import Randomness
import Testing
import Vocabulary

/// What holds when rules change: after a re-derivation documents are what the new rules would always have made.
///
/// A failure names its seed, the argument: PROPERTY_SEED=<it> tries that one alone.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct RederivationPropertyTests {
    /// Other rules than the usual ones, in one way or several.
    private static func other(using dice: inout SeededRandom) -> Rules {
        var rules = Course.rules
        rules.sleepThresholdSeconds = [0, 600, 3600, 7200, 40_000].randomElement(using: &dice) ?? 0
        let priorities = [["Watch", "iPhone"], ["iPhone"], ["user-entered", "Watch"], []]
        rules.sourcePriority = priorities.randomElement(using: &dice) ?? []
        rules.documentMaxBytes = [900_000, 3000, 1500].randomElement(using: &dice) ?? 1500
        rules.routing = [.connection, .single, .app].randomElement(using: &dice) ?? .single
        return rules
    }

    @Test(arguments: Seeds.some(36))
    func `after rules have changed, documents are those that the new rules make`(seed: UInt64) throws {
        let history = History(seed: seed, ties: true)
        var dice = SeededRandom(seed: ~seed)
        let uploads = History.uploads(history.arrivals, longest: 12, using: &dice)
        var course = Course(rules: Self.other(using: &dice))
        var rest = uploads[...]
        var rules = Self.other(using: &dice)
        for _ in 0..<3 {
            let some = rest.prefix(uploads.count / 4 + 1)
            rest = rest.dropFirst(some.count)
            course.run(Array(some), largest: 4, using: &dice)
            rules = Self.other(using: &dice)
            course.change(rules)
            // Interrupted by uploads, by restarts, and by rules that change again before it is done.
            for _ in 0..<Int.random(in: 0...4, using: &dice) {
                _ = course.rederive(budgetBytes: Int.random(in: 1...40_000, using: &dice))
                if Int.random(in: 0...3, using: &dice) == 0 { try course.restart() }
                if Bool.random(using: &dice), let next = rest.first {
                    rest = rest.dropFirst()
                    course.commit([next.bytes])
                }
            }
        }
        course.run(Array(rest), largest: 4, using: &dice)
        for _ in 0..<100_000 where !course.rederive(budgetBytes: Int.random(in: 1...100_000, using: &dice)) {}
        #expect(course.standing == .current, "seed \(seed)")
        var expected = Course(rules: rules)
        expected.run(uploads, largest: 9, using: &dice)
        let (found, wanted) = (course.everywhere, expected.everywhere)
        #expect(Set(found.keys) == Set(wanted.keys), "seed \(seed)")
        for (key, document) in wanted {
            #expect(found[key].map(Course.essence) == Course.essence(document), "seed \(seed), \(key)")
        }
    }

    @Test(arguments: Seeds.some(36))
    func `whatever comes while a topic takes nothing, its documents are in the end as if it always had`(seed: UInt64)
        throws
    {
        var dice = SeededRandom(seed: ~seed)
        let uploads = History.uploads(History(seed: seed, ties: true).arrivals, longest: 12, using: &dice)
        var course = Course(rules: Course.rules)
        let topic = "\(Course.rules.topicPrefix)connection.\(History.connection)"
        var rest = uploads[...]
        while !rest.isEmpty {
            let some = rest.prefix(Int.random(in: 1...(uploads.count / 2 + 1), using: &dice))
            rest = rest.dropFirst(some.count)
            if Bool.random(using: &dice) { course.refuse(topic) }
            course.run(Array(some), largest: 4, using: &dice)
            if Bool.random(using: &dice) { course.accept() }
        }
        course.accept()
        var expected = Course(rules: Course.rules)
        expected.run(uploads, largest: 9, using: &dice)
        let (found, wanted) = (course.everywhere, expected.everywhere)
        #expect(Set(found.keys) == Set(wanted.keys), "seed \(seed)")
        for (key, document) in wanted {
            #expect(found[key].map(Course.essence) == Course.essence(document), "seed \(seed), \(key)")
        }
    }

    @Test(arguments: Seeds.some(24)) func `when the app of a connection changes, all its documents move`(seed: UInt64)
        throws
    {
        func settings(_ app: String) -> [UInt8] {
            Array(#"{"connection_id":"\#(History.connection)","app_id":"\#(app)"}"#.utf8)
        }
        var dice = SeededRandom(seed: ~seed)
        let uploads = History.uploads(History(seed: seed, ties: true).arrivals, longest: 12, using: &dice)
        var rules = Course.rules
        rules.routing = .app
        var course = Course(rules: rules)
        let half = uploads.count / 2
        course.commit([settings("one")], to: .connections)
        course.run(Array(uploads[..<half]), largest: 4, using: &dice)
        for app in ["two", "three"] {
            let outcome = course.commit([settings(app)], to: .connections)
            #expect(outcome.isBehind, "seed \(seed)")
            for _ in 0..<Int.random(in: 0...3, using: &dice) {
                _ = course.rederive(budgetBytes: Int.random(in: 1...20_000, using: &dice))
            }
        }
        course.run(Array(uploads[half...]), largest: 4, using: &dice)
        if Bool.random(using: &dice) { try course.restart() }
        for _ in 0..<100_000 where !course.rederive(budgetBytes: Int.random(in: 1...100_000, using: &dice)) {}
        #expect(course.standing == .current, "seed \(seed)")
        var expected = Course(rules: rules)
        expected.commit([settings("three")], to: .connections)
        expected.run(uploads, largest: 9, using: &dice)
        let (found, wanted) = (course.everywhere, expected.everywhere)
        #expect(Set(found.keys) == Set(wanted.keys), "seed \(seed)")
        for (key, document) in wanted {
            #expect(found[key].map(Course.essence) == Course.essence(document), "seed \(seed), \(key)")
        }
    }

    @Test(arguments: Seeds.some(24))
    func `what was in a topic that somebody deleted is published again, without jobs`(seed: UInt64) throws {
        var dice = SeededRandom(seed: ~seed)
        let uploads = History.uploads(History(seed: seed, ties: true).arrivals, longest: 12, using: &dice)
        var rules = Course.rules
        rules.routing = [.connection, .single, .app].randomElement(using: &dice) ?? .single
        rules.documentMaxBytes = [900_000, 1500].randomElement(using: &dice) ?? 1500
        var course = Course(rules: rules)
        let half = uploads.count / 2
        course.commit([Array(#"{"connection_id":"\#(History.connection)","app_id":"one"}"#.utf8)], to: .connections)
        course.run(Array(uploads[..<half]), largest: 4, using: &dice)
        let topics = Set(course.outcomes.flatMap(\.records).filter { $0.kind == .document }.map(\.topic))
        guard let topic = topics.sorted().last else { return }
        var rest = uploads[half...]
        for _ in 0..<Int.random(in: 1...3, using: &dice) {
            // In the midst of coming again, too.
            course.delete(topic)
            course.aborts = Int.random(in: 0...2, using: &dice)
            if let next = rest.popFirst() { course.commit([next.bytes]) }
            let before = course.outcomes.count
            for _ in 0..<Int.random(in: 0...6, using: &dice) {
                _ = course.rederive(budgetBytes: Int.random(in: 1...20_000, using: &dice))
                if Bool.random(using: &dice) { try course.restart() }
            }
            #expect(course.outcomes[before...].flatMap(\.records).allSatisfy { $0.kind != .job }, "seed \(seed)")
        }
        while let next = rest.popFirst() { course.commit([next.bytes]) }
        for _ in 0..<100_000 where !course.rederive(budgetBytes: Int.random(in: 1...100_000, using: &dice)) {}
        #expect(course.standing == .current, "seed \(seed)")
        // It is made again only when something goes there.
        if course.gone.contains(topic) { return }
        var expected = Course(rules: rules)
        expected.commit([Array(#"{"connection_id":"\#(History.connection)","app_id":"one"}"#.utf8)], to: .connections)
        expected.run(uploads, largest: 9, using: &dice)
        let (found, wanted) = (course.everywhere, expected.everywhere)
        #expect(Set(found.keys) == Set(wanted.keys), "seed \(seed)")
        for (key, document) in wanted {
            #expect(found[key].map(Course.essence) == Course.essence(document), "seed \(seed), \(key)")
        }
    }
}
