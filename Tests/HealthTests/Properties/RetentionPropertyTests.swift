import Foundation
import Health
import Randomness
import Store
import Testing
import Vocabulary

/// What holds for histories of many months, in which samples come when the horizon has passed them.
///
/// A failure names its seed, the argument: PROPERTY_SEED=<it> tries that one alone.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct RetentionPropertyTests {
    private static let day = 86_400.0

    /// The history, with uploads that are collected some time after all they carry, mostly in order, late by months.
    static func uploads(_ history: History, using dice: inout SeededRandom) -> [PlainUpload] {
        var uploads = History.uploads(history.arrivals, longest: 4, using: &dice)
        for index in uploads.indices {
            let newest = uploads[index].samples.map(\.end).max() ?? Double.random(in: 7.31e8...7.58e8, using: &dice)
            let late = [0.01, 1, 20, 100][Int.random(in: 0...3, using: &dice)]
            uploads[index].collectedAt = (newest + Double.random(in: 0...late, using: &dice) * day).rounded()
        }
        uploads.sort { ($0.collectedAt, $0.id) < ($1.collectedAt, $1.id) }
        for _ in 0..<uploads.count / 4 {
            let one = Int.random(in: 0..<uploads.count, using: &dice)
            uploads.swapAt(one, min(uploads.count - 1, one + Int.random(in: 0...3, using: &dice)))
        }
        return uploads
    }

    /// The uploads as commits: mostly each for itself, sometimes a few together.
    static func commits(_ uploads: [PlainUpload], using dice: inout SeededRandom) -> [[PlainUpload]] {
        let longest = [1, 1, 4][Int.random(in: 0...2, using: &dice)]
        var commits: [[PlainUpload]] = []
        var rest = uploads[...]
        while !rest.isEmpty {
            let some = rest.prefix(Int.random(in: 1...longest, using: &dice))
            commits.append(Array(some))
            rest = rest.dropFirst(some.count)
        }
        return commits
    }

    static func course(_ retention: Double) -> Course {
        var rules = Rules()
        rules.stateRetentionSeconds = retention
        return Course(rules: rules)
    }

    @Test(arguments: Seeds.some(300))
    func `what comes behind the horizon is refused, and all is accounted for`(seed: UInt64) throws {
        var dice = SeededRandom(seed: ~seed)
        let uploads = Self.uploads(History(seed: seed), using: &dice)
        let retention = Double([20, 45, 120].randomElement(using: &dice) ?? 20) * Self.day
        var books = RetentionBooks(retention: retention)
        var course = Self.course(retention)
        for some in Self.commits(uploads, using: &dice) {
            if Int.random(in: 0...5, using: &dice) == 0 { try course.restart() }
            let found = course.commit(some.map(\.bytes)).accounting
            var expected = Accounting()
            for upload in some { expected += books.enter(upload) }
            #expect(found == expected, "seed \(seed), upload \(some[0].id)")
            #expect(found.isBalanced, "seed \(seed), upload \(some[0].id)")
        }
    }

    /// What a store still has of samples that start before a UTC day.
    private static func leftovers(_ store: borrowing MemoryStore, before day: Int32) throws -> [StateKey] {
        let connection = try #require(ConnectionID(Array(History.connection.utf8)))
        let all = StateKey(head: 0)...StateKey(head: .max, high: .max, low: .max)
        var entries: [UUID128: WorkoutDay.Entry] = [:]
        store.scan(StateKey.range(.workouts, days: .min ... .max), of: connection) { stateKey, _ in
            let list = store.value(at: stateKey, of: connection).flatMap(WorkoutDay.init)
            entries.merge(list?.entries ?? [:]) { _, other in other }
        }
        return store.stateKeys(in: all, of: connection).filter { place in
            switch place.kind {
            case .segment: return place.day < day
            case .workouts: return place.day < day || entries.values.contains { Instant.utcDay($0.start) < day }
            case .workoutPlace:
                let held = store.value(at: place, of: connection).flatMap(WorkoutPlace.init)
                return held != .dropped && entries[place.id] == nil
            case .heldIDs: return place.day != .min && place.day < day >> 3
            case .published where place.day == 0 && place.id != UUID128(hi: 0, lo: 0): return entries[place.id] == nil
            case .named:
                let bytes = store.value(at: place, of: connection) ?? []
                var unpacker = Unpacker(bytes)
                var isLeft = unpacker.isAtEnd
                while !unpacker.isAtEnd {
                    let named = StateKey(head: unpacker.word())
                    if named.kind == .segment, named.day < day { isLeft = true }
                }
                return isLeft
            default: return false
            }
        }
    }

    @Test(arguments: Seeds.some(300))
    func `nothing stays in the state of samples behind the horizon`(seed: UInt64) throws {
        var dice = SeededRandom(seed: ~seed)
        let uploads = Self.uploads(History(seed: seed), using: &dice)
        let retention = 20 * Self.day
        var books = RetentionBooks(retention: retention)
        var course = Self.course(retention)
        for some in Self.commits(uploads, using: &dice) {
            for upload in some { _ = books.enter(upload) }
            course.commit(some.map(\.bytes))
            let left = try Self.leftovers(course.store, before: Int32(books.horizonDay))
            #expect(left.isEmpty, "seed \(seed), upload \(some[0].id)")
        }
    }

    @Test(arguments: Seeds.some(300))
    func `what lies behind the horizon stays as it is, what lies after it is a batch over the set`(seed: UInt64) throws
    {
        var dice = SeededRandom(seed: ~seed)
        let uploads = Self.uploads(History(seed: seed), using: &dice)
        let retention = Double([20, 45, 120].randomElement(using: &dice) ?? 20) * Self.day
        var books = RetentionBooks(retention: retention)
        var course = Self.course(retention)
        var live: [String: Tree] = [:]
        for some in Self.commits(uploads, using: &dice) {
            let frozen = (books.horizonDay - 2) * Self.day
            for upload in some { _ = books.enter(upload) }
            for record in course.commit(some.map(\.bytes)).records where record.kind == .document {
                let key = Course.text(record.key)
                let document = try record.value.map { try Tree(json: $0) }
                let end = (live[key] ?? document)?["end_date"]?.number ?? 0
                let isOld = end < frozen && key != "characteristic"
                #expect(!isOld, "seed \(seed), \(key) changes behind the horizon")
                live[key] = document
            }
        }
        // No sample of the history reaches further from before the horizon.
        let safe = (books.horizonDay + 12) * Self.day
        let set = books.accepted.filter { arrival in
            guard case .sample(let sample) = arrival else { return true }
            return !RetentionBooks.expires(sample, before: books.horizonDay)
        }
        let expected = Oracle(set).documents.filter { ($0.value["start_date"]?.number ?? 0) >= safe }
        let found = live.filter { ($0.value["start_date"]?.number ?? 0) >= safe }
        #expect(Set(found.keys) == Set(expected.keys), "seed \(seed)")
        for (key, wanted) in expected {
            var document = found[key] ?? .null
            document["user_id"] = nil
            document["collected_at"] = nil
            let difference = Tree.difference(wanted, document)
            #expect(difference == nil, "seed \(seed), \(key): oracle and worker differ at \(difference ?? "")")
        }
    }
}
