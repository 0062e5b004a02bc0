import Foundation
import Health
import Randomness
import Testing
import Vocabulary

/// What holds while settings change between uploads, and for connections that share commits.
///
/// A failure names its seed, the argument: PROPERTY_SEED=<it> tries that one alone.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct SettingsPropertyTests {
    private enum Record {
        case upload(PlainUpload)
        case settings(PlainSettings?)

        var input: Course.Input {
            switch self {
            case .upload(let upload): Course.Input(value: upload.bytes)
            case .settings(let settings): Course.Input(topic: .connections, value: settings?.bytes)
            }
        }
    }

    /// The history's uploads, some without a zone, with settings among them, early and late.
    private static func records(_ history: History, using dice: inout SeededRandom) -> [Record] {
        var records: [Record] = []
        for var upload in History.uploads(history.arrivals, longest: 6, using: &dice) {
            if Int.random(in: 0...2, using: &dice) == 0 { upload.zone = nil }
            if Int.random(in: 0...3, using: &dice) == 0 { records.append(.settings(PlainSettings(using: &dice))) }
            records.append(.upload(upload))
        }
        return records
    }

    @Test(arguments: Seeds.some(144))
    func `settings hold for the uploads that come after them`(seed: UInt64) throws {
        var dice = SeededRandom(seed: ~seed)
        var books = SettingsBooks()
        var course = Course()
        for record in Self.records(History(seed: seed), using: &dice) {
            if Int.random(in: 0...7, using: &dice) == 0 { try course.restart() }
            let outcome = course.commit([record.input])
            guard case .upload(let upload) = record else {
                if case .settings(let settings) = record { books.enter(settings) }
                continue
            }
            #expect(outcome.accounting == books.enter(upload), "seed \(seed), upload \(upload.id)")
            var changed: Set<String> = []
            for record in outcome.records where record.kind == .document {
                changed.insert(String(Course.text(record.key).prefix { $0 != "/" }))
                guard let value = record.value else { continue }
                let user = try Tree(json: value)["user_id"]?.text
                #expect(user == books.settings?.user ?? upload.user, "seed \(seed), \(Course.text(record.key))")
            }
            let jobs = outcome.records.filter { $0.kind == .job }
            let announced = try jobs.map { try Tree(json: $0.value ?? [])["data_type"]?.text ?? "" }
            let wanted = changed.filter { books.settings?.delivers($0) ?? false }
            #expect(announced.sorted() == wanted.sorted(), "seed \(seed), upload \(upload.id)")
        }
        try Self.expect(course.documents, of: books, seed)
    }

    @Test(arguments: Seeds.some(72))
    func `settings and uploads of one commit are processed in their order`(seed: UInt64) throws {
        var dice = SeededRandom(seed: ~seed)
        var books = SettingsBooks()
        var course = Course()
        var rest = Self.records(History(seed: seed), using: &dice)[...]
        while !rest.isEmpty {
            let some = rest.prefix(Int.random(in: 1...8, using: &dice))
            rest = rest.dropFirst(some.count)
            var expected = Accounting()
            for record in some {
                switch record {
                case .upload(let upload): expected += books.enter(upload)
                case .settings(let settings):
                    books.enter(settings)
                    if settings?.isWrong ?? false { expected.refusals[.invalidValue, default: 0] += 1 }
                }
            }
            #expect(course.commit(some.map(\.input)).accounting == expected, "seed \(seed)")
        }
        try Self.expect(course.documents, of: books, seed)
    }

    private static func expect(_ found: [String: [UInt8]], of books: SettingsBooks, _ seed: UInt64) throws {
        let expected = Oracle(books.accepted).documents
        #expect(Set(found.keys) == Set(expected.keys), "seed \(seed)")
        for (key, wanted) in expected {
            var document = try Tree(json: found[key] ?? Array("null".utf8))
            document["user_id"] = nil
            document["collected_at"] = nil
            let difference = Tree.difference(wanted, document)
            #expect(difference == nil, "seed \(seed), \(key): oracle and worker differ at \(difference ?? "")")
        }
    }

    @Test(arguments: Seeds.some(48))
    func `connections that share commits, and even ids, have nothing to do with each other`(seed: UInt64) {
        var dice = SeededRandom(seed: ~seed)
        // The second has the samples of the first, in another order and not all of them.
        let histories = [
            ("conn-7", History(seed: seed).arrivals),
            ("conn-8", History(seed: seed).arrivals.shuffled(using: &dice).dropLast(3)),
            ("a", History(seed: seed + 1_000_000).arrivals),
        ]
        var waiting: [[PlainUpload]] = []
        var expected: [String: [String: String]] = [:]
        for (connection, arrivals) in histories {
            var uploads = History.uploads(Array(arrivals), longest: 8, using: &dice)
            for index in uploads.indices { uploads[index].connection = connection }
            var alone = Course()
            for upload in uploads { alone.commit([Course.Input(connection: connection, value: upload.bytes)]) }
            expected[connection] = alone.documents(of: connection).mapValues(Course.essence)
            waiting.append(uploads.reversed())
        }
        var together = Course()
        while waiting.contains(where: { !$0.isEmpty }) {
            var inputs: [Course.Input] = []
            for _ in 0..<Int.random(in: 1...9, using: &dice) {
                let turn = Int.random(in: 0..<waiting.count, using: &dice)
                guard let upload = waiting[turn].popLast() else { continue }
                inputs.append(Course.Input(connection: upload.connection, value: upload.bytes))
            }
            together.commit(inputs)
        }
        for (connection, documents) in expected {
            let found = together.documents(of: connection).mapValues(Course.essence)
            #expect(found == documents, "seed \(seed), connection \(connection)")
        }
    }
}
