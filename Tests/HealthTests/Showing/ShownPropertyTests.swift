import Health
import JSON
import Randomness
import Testing
import Vocabulary

/// What holds for readers of the state of every history: they see what the records so far have made.
///
/// A failure names its seed, the argument: PROPERTY_SEED=<it> tries that one alone.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct ShownPropertyTests {
    private static let zones = ZoneTable(read: ZoneFiles.read)
    /// As much as it takes.
    private static var budget: ReadBudget { ReadBudget(until: .max, bytes: .max) { 0 } }

    private func shown(_ course: borrowing Course, _ rules: Rules) throws -> ShownConnection {
        let connection = try #require(ConnectionID(Array(History.connection.utf8)))
        return try #require(
            ShownConnection(connection, of: course.store, rules: rules, zones: Self.zones, within: Self.budget)
        )
    }

    /// The documents that can be derived, by id.
    private func derived(_ shown: ShownConnection, _ known: [KnownDocument]) -> [String: ShownDocument] {
        var found: [String: ShownDocument] = [:]
        shown.derive(known.filter { !$0.isFrozen }) { one, document in
            found[Course.text(one.id)] = document
            return true
        }
        return found
    }

    private func expect(_ found: [String: ShownDocument], _ live: [String: [UInt8]], _ seed: UInt64) {
        #expect(Set(found.keys) == Set(live.keys), "seed \(seed)")
        for (id, document) in found {
            #expect(Course.text(document.json) == live[id].map(Course.essence), "seed \(seed), \(id)")
        }
    }

    @Test(arguments: Seeds.some(144))
    func `documents that are derived again are those that were published, parts joined`(seed: UInt64) throws {
        var dice = SeededRandom(seed: ~seed)
        let uploads = History.uploads(History(seed: seed, ties: true).arrivals, longest: 12, using: &dice)
        var rules = Course.rules
        rules.documentMaxBytes = [900_000, 1500][Int(seed % 2)]
        rules.sleepThresholdSeconds = [3600, 0, 600][Int(seed % 3)]
        var course = Course(rules: rules)
        var whole = Course(rules: rules)
        rules.documentMaxBytes = 900_000
        whole.change(rules)
        var rest = uploads[...]
        while !rest.isEmpty {
            let some = Array(rest.prefix(uploads.count / 3 + 1))
            rest = rest.dropFirst(some.count)
            course.run(some, largest: 4, using: &dice)
            whole.run(some, largest: 9, using: &dice)
            rules.documentMaxBytes = [900_000, 1500][Int(seed % 2)]
            let shown = try shown(course, rules)
            let known = shown.published()
            #expect(known.map(\.position) == known.map(\.position).sorted(), "seed \(seed)")
            #expect(!shown.isPending && known.count == shown.current(on: nil).count, "seed \(seed)")
            let found = derived(shown, known)
            expect(found, whole.documents, seed)
            #expect(found.values.allSatisfy { $0.published == .same }, "seed \(seed)")
            for (id, document) in found {
                let alone = try #require(shown.known(id), "seed \(seed), \(id)")
                #expect(derived(shown, [alone])[id]?.json == document.json, "seed \(seed), \(id)")
            }
        }
    }

    @Test(arguments: Seeds.some(48))
    func `while documents wait for a topic or for other rules, readers see what they will be`(seed: UInt64) throws {
        var dice = SeededRandom(seed: ~seed)
        let uploads = History.uploads(History(seed: seed, ties: true).arrivals, longest: 12, using: &dice)
        var rules = Course.rules
        var course = Course(rules: rules)
        course.run(Array(uploads.prefix(uploads.count / 2)), largest: 4, using: &dice)
        if seed % 2 == 0 {
            course.refuse("\(rules.topicPrefix)connection.\(History.connection)")
        } else {
            rules.sleepThresholdSeconds = [0, 600, 7200].randomElement(using: &dice) ?? 0
            rules.sourcePriority = [["iPhone"], ["user-entered", "Watch"], []].randomElement(using: &dice) ?? []
            course.change(rules)
            _ = course.rederive(budgetBytes: 1)
        }
        let rest = Array(uploads.dropFirst(uploads.count / 2))
        if seed % 2 == 0 { course.run(rest, largest: 4, using: &dice) }
        var expected = Course(rules: rules)
        let all = seed % 2 == 0 ? uploads : Array(uploads.prefix(uploads.count / 2))
        expected.run(all, largest: 9, using: &dice)
        let shown = try shown(course, rules)
        let found = derived(shown, shown.current(on: nil))
        expect(found, expected.documents, seed)
        #expect(found.values.allSatisfy { $0.published != .differs }, "seed \(seed)")
        if seed % 2 == 0, !rest.isEmpty { #expect(shown.owed != nil && !shown.isRederiving, "seed \(seed)") }
    }

    @Test(arguments: Seeds.some(100))
    func `frozen documents are counted, and all others are derived again`(seed: UInt64) throws {
        var dice = SeededRandom(seed: ~seed)
        let retention = Double([20, 45, 120].randomElement(using: &dice) ?? 20) * Instant.day
        var course = RetentionPropertyTests.course(retention)
        var rules = Rules()
        rules.stateRetentionSeconds = retention
        let uploads = RetentionPropertyTests.uploads(History(seed: seed), using: &dice)
        for some in RetentionPropertyTests.commits(uploads, using: &dice) { course.commit(some.map(\.bytes)) }
        let shown = try shown(course, rules)
        let known = shown.published()
        let found = derived(shown, known)
        let live = course.documents
        #expect(live.count == found.count + shown.frozenCount, "seed \(seed)")
        for one in known where one.isFrozen { #expect(live[Course.text(one.id)] != nil, "seed \(seed)") }
        for (id, document) in found {
            #expect(document.published != .differs, "seed \(seed), \(id)")
            if document.published == .pending { continue }
            #expect(Course.text(document.json) == live[id].map(Course.essence), "seed \(seed), \(id)")
        }
    }

    @Test(arguments: Seeds.some(36))
    func `figures are the sum of their stored samples, and lists have as many as they show`(seed: UInt64) throws {
        var dice = SeededRandom(seed: ~seed)
        let uploads = History.uploads(History(seed: seed, ties: true).arrivals, longest: 12, using: &dice)
        var course = Course()
        course.run(uploads, largest: 4, using: &dice)
        let shown = try shown(course, Course.rules)
        for id in course.documents.keys {
            let all = try #require(shown.figures(of: id, listing: nil, first: 9), "seed \(seed), \(id)")
            #expect(all.allSatisfy { $0.samples.isEmpty }, "seed \(seed), \(id)")
            for pointer in all.map(\.pointer) {
                let figures = try #require(shown.figures(of: id, listing: pointer, first: .max))
                let figure = try #require(figures.first { $0.pointer == pointer })
                let name = "seed \(seed), \(id)\(pointer)"
                if let sum = figure.value("sum") {
                    let parts = figure.samples.reduce(0) { $0 + ($1.value ?? 0) * $1.share }
                    #expect(abs(parts - sum) <= 1e-9 * max(1, abs(sum)), "\(name): \(parts) of \(sum)")
                }
                if let count = figure.value("samples") {
                    #expect(Double(figure.samples.count { $0.why == .counts }) == count, "\(name)")
                }
            }
        }
    }

    @Test func `a connection without any state is not shown`() throws {
        let course = Course()
        let connection = try #require(ConnectionID(Array(History.connection.utf8)))
        let shown = ShownConnection(
            connection,
            of: course.store,
            rules: Course.rules,
            zones: Self.zones,
            within: Self.budget
        )
        #expect(shown == nil)
    }
}
