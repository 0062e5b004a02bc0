import Foundation
import Health
import Randomness
import Testing
import Vocabulary

/// What holds for every history.
///
/// A failure names its seed, the argument: PROPERTY_SEED=<it> tries that one alone.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct PropertyTests {
    @Test(arguments: Seeds.some(144))
    func `any order, cut, repetition and commit size end in the same bytes`(seed: UInt64) {
        let history = History(seed: seed, ties: true)
        var dice = SeededRandom(seed: ~seed)
        var rules = Course.rules
        rules.sleepThresholdSeconds = [3600, 3600, 0, 600][Int(seed % 4)]
        var first = Course(rules: rules)
        let uploads = History.uploads(history.arrivals, longest: 1000, using: &dice)
        first.run(uploads, largest: 1, using: &dice)
        let expected = first.documents.mapValues(Course.essence)
        for longest in [3, 12] {
            var arrivals = History.reordered(history.arrivals, using: &dice)
            arrivals += arrivals.filter { _ in Int.random(in: 0...9, using: &dice) == 0 }
            var uploads = History.uploads(arrivals, longest: longest, using: &dice)
            uploads.insert(uploads[uploads.count / 2], at: Int.random(in: 0...uploads.count, using: &dice))
            var other = Course(rules: rules)
            other.run(uploads, largest: Int.random(in: 1...20, using: &dice), using: &dice)
            let found = other.documents.mapValues(Course.essence)
            #expect(Set(found.keys) == Set(expected.keys), "seed \(seed)")
            for (key, document) in expected { #expect(found[key] == document, "seed \(seed), \(key)") }
        }
    }

    @Test(arguments: Seeds.some(300))
    func `the final documents are those of a batch over the set`(seed: UInt64) throws {
        let history = History(seed: seed)
        var dice = SeededRandom(seed: ~seed)
        var course = Course()
        course.run(History.uploads(history.arrivals, longest: 15, using: &dice), largest: 6, using: &dice)
        #expect(course.accounting.refusals.isEmpty, "seed \(seed)")
        let expected = Oracle(history.arrivals).documents
        let found = course.documents
        #expect(Set(found.keys) == Set(expected.keys), "seed \(seed)")
        for (key, bytes) in found {
            var document = try Tree(json: bytes)
            document["user_id"] = nil
            document["collected_at"] = nil
            guard let wanted = expected[key] else { continue }
            let difference = Tree.difference(wanted, document)
            #expect(difference == nil, "seed \(seed), \(key): oracle and worker differ at \(difference ?? "")")
        }
    }

    @Test(arguments: Seeds.some(90))
    func `every record changes something, and every tombstone is of a live document`(seed: UInt64) throws {
        let history = History(seed: seed, ties: true)
        var dice = SeededRandom(seed: ~seed)
        var rules = Course.rules
        rules.documentMaxBytes = [900_000, 1500][Int(seed % 2)]
        var course = Course(rules: rules)
        course.run(History.uploads(history.arrivals, longest: 8, using: &dice), largest: 3, using: &dice)
        var live: [String: String] = [:]
        for outcome in course.outcomes {
            var inCommit: Set<String> = []
            for record in outcome.records where record.kind == .document {
                let key = Course.text(record.key)
                let isFirst = inCommit.insert(key).inserted
                #expect(isFirst, "seed \(seed), \(key) comes twice in a commit")
                let value = record.value.map(Course.essence)
                #expect(value != live[key], "seed \(seed), \(key) does not change")
                live[key] = value
            }
        }
        for (key, text) in live {
            // The parts of a document are those that its first record counts.
            let document = try Tree(json: Array(text.utf8))
            let parts = Int(document["parts"]?.number ?? 1)
            if key.contains("#") { continue }
            let names = Set(live.keys.filter { $0.hasPrefix(key + "#") })
            #expect(names == Set((2..<max(2, parts + 1)).map { "\(key)#\($0)" }), "seed \(seed), \(key)")
        }
    }

    @Test(arguments: Seeds.some(72))
    func `jobs fold to what the topic folds to`(seed: UInt64) throws {
        let history = History(seed: seed)
        var dice = SeededRandom(seed: ~seed)
        var course = Course()
        let settings = #"{"connection_id":"\#(History.connection)","callback_url":"https://example.com/hook"}"#
        course.commit([Array(settings.utf8)], to: .connections)
        course.run(History.uploads(history.arrivals, longest: 8, using: &dice), largest: 4, using: &dice)
        var folded: [String: Tree] = [:]
        var ids: Set<String> = []
        for record in course.outcomes.flatMap(\.records) where record.kind == .job {
            let job = try Tree(json: record.value ?? [])
            let isFirst = ids.insert(job["id"]?.text ?? "").inserted
            #expect(isFirst, "seed \(seed): a job's id comes twice")
            for change in job["documents"]?.list ?? [] {
                #expect((change["op"]?.text == "upsert") == (change["document"] != nil), "seed \(seed)")
                folded[change["id"]?.text ?? ""] = change["document"]
            }
        }
        let documents = course.documents
        #expect(Set(folded.keys) == Set(documents.keys), "seed \(seed)")
        for (key, bytes) in documents {
            #expect(try folded[key]?.json == Tree(json: bytes).json, "seed \(seed), \(key)")
        }
    }

    @Test(arguments: Seeds.some(144))
    func `every sample is accounted for`(seed: UInt64) {
        let history = History(seed: seed)
        var dice = SeededRandom(seed: ~seed)
        var books = Books()
        var course = Course()
        for upload in History.uploads(history.arrivals, longest: 10, using: &dice) {
            let found = course.commit([upload.bytes]).accounting
            #expect(found == books.enter(upload), "seed \(seed), upload \(upload.id)")
            #expect(found.isBalanced, "seed \(seed), upload \(upload.id)")
        }
        #expect(books.set.count == Oracle.set(history.arrivals).count, "seed \(seed)")
        #expect(course.accounting.new - books.removed == books.set.count, "seed \(seed)")
        #expect(course.accounting.isBalanced, "seed \(seed)")
    }

    @Test(arguments: Seeds.some(48))
    func `coming back from the changelog at any commit changes nothing`(seed: UInt64) throws {
        let history = History(seed: seed, ties: true)
        var dice = SeededRandom(seed: ~seed)
        var steady = Course()
        var restarted = Course()
        for upload in History.uploads(history.arrivals, longest: 8, using: &dice) {
            let expected = steady.commit([upload.bytes])
            try restarted.restart()
            let found = restarted.commit([upload.bytes])
            #expect(found.records == expected.records, "seed \(seed), upload \(upload.id)")
            #expect(found.changes == expected.changes, "seed \(seed), upload \(upload.id)")
            #expect(found.accounting == expected.accounting, "seed \(seed), upload \(upload.id)")
        }
    }

    @Test(arguments: Seeds.some(90))
    func `an upload that changes nothing publishes nothing`(seed: UInt64) {
        let history = History(seed: seed, ties: true)
        var dice = SeededRandom(seed: ~seed)
        var course = Course()
        let uploads = History.uploads(history.arrivals, longest: 12, using: &dice)
        course.run(uploads, largest: 5, using: &dice)
        for var upload in uploads.shuffled(using: &dice) {
            upload.collectedAt += 1
            let outcome = course.commit([upload.bytes])
            #expect(outcome.records.isEmpty, "seed \(seed), upload \(upload.id)")
            #expect(outcome.accounting.new + outcome.accounting.replaced == 0, "seed \(seed), upload \(upload.id)")
        }
    }

    @Test(arguments: Seeds.some(90))
    func `the parts of cut documents join to the uncut ones`(seed: UInt64) throws {
        let history = History(seed: seed)
        var dice = SeededRandom(seed: ~seed)
        let uploads = History.uploads(history.arrivals, longest: 20, using: &dice)
        var whole = Course()
        whole.run(uploads, largest: 50, using: &dice)
        var rules = Course.rules
        rules.documentMaxBytes = Int.random(in: 900...2500, using: &dice)
        var cut = Course(rules: rules)
        cut.run(uploads, largest: 3, using: &dice)
        let records = cut.documents
        for (key, bytes) in whole.documents {
            let expected = Parts.essential(try Tree(json: bytes))
            let first = try Tree(json: records[key] ?? [])
            var joined = Parts.essential(first)
            let parts = Int(first["parts"]?.number ?? 1)
            #expect(length(records[key]) <= rules.documentMaxBytes || Parts.isFixed(first), "seed \(seed), \(key)")
            for part in 2..<max(2, parts + 1) {
                let bytes = records["\(key)#\(part)"] ?? []
                let next = try Tree(json: bytes)
                #expect(next["part"]?.number == Double(part), "seed \(seed), \(key)")
                #expect(next["id"]?.text == "\(key)#\(part)", "seed \(seed), \(key)")
                joined = Parts.joined(document: joined, next)
                #expect(
                    length(bytes) <= rules.documentMaxBytes || Parts.isOneUnit(next),
                    "seed \(seed), \(Course.text(bytes))"
                )
            }
            #expect(joined.json == expected.json, "seed \(seed), \(key)")
        }
    }

    /// The length of a record without what no limit is for.
    private func length(_ record: [UInt8]?) -> Int {
        let text = Course.essence(record ?? [])
        guard let parts = text.firstRange(of: /,"parts":[0-9]+/) else { return text.utf8.count }
        return text.utf8.count - text[parts].utf8.count
    }
}
