import Foundation
import Health
import Store
import Testing
import Vocabulary

/// That what freezes does not depend on how commits are cut.
///
/// A failure names its seed, the argument: PROPERTY_SEED=<it> tries that one alone.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct CommitCutPropertyTests {
    private static let day = 86_400.0

    /// Weeks of one connection, upload by upload, much longer than its samples are kept; one in five is months of a
    /// ring that is never taken off, and little else.
    private static func uploads(_ seed: UInt64) -> [PlainUpload] {
        var history = History(seed: seed, samples: 1)
        let isLong = seed % 5 == 4
        let first = history.pick([733_449_600, 747_360_000, 752_284_800])
        var uploads: [PlainUpload] = []
        var sent: [PlainSample] = []
        for index in 0..<(isLong ? 100 : history.number(8...25)) {
            let today = Double(first) + Double(index) * day
            history.move(to: today)
            var samples: [PlainSample] = []
            if !isLong || history.oneIn(6) {
                for _ in 0...history.number(0...2) { samples += history.samplesOfOneKind() }
            }
            if isLong || seed % 3 == 0 { samples.append(awake(on: today, &history)) }
            for _ in 0...history.number(0...2) {
                let number = String(uploads.count + 1)
                var upload = PlainUpload(
                    id: "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - number.count) + number,
                    collectedAt: today + Double(history.number(2...9)) * day,
                    zone: history.pick(history.zones)
                )
                let count = history.number(0...samples.count)
                upload.samples = Array(samples.prefix(count))
                samples.removeFirst(count)
                if history.oneIn(4), let again = sent.suffix(30).randomElement(using: &history.dice) {
                    upload.samples.append(again)
                }
                if seed % 5 == 3, let twin = Self.twin(of: sent.suffix(30), &history) { upload.samples.append(twin) }
                if history.oneIn(4), let known = sent.suffix(30).randomElement(using: &history.dice) {
                    upload.deletions.append(known.id)
                }
                if history.oneIn(5), let known = sent.last, known.memberSamples == nil, known.workout == nil {
                    var other = history.cumulative()
                    other.id = known.id
                    upload.samples.append(other)
                }
                if upload.samples.isEmpty && upload.deletions.isEmpty { continue }
                sent += upload.samples
                uploads.append(upload)
            }
        }
        for _ in 0..<uploads.count / 6 {
            let one = history.number(0...uploads.count - 1)
            uploads.swapAt(one, min(uploads.count - 1, one + history.number(0...3)))
        }
        return uploads
    }

    /// Sometimes one of the samples under a new id, which may hide it or be hidden.
    private static func twin(of sent: ArraySlice<PlainSample>, _ history: inout History) -> PlainSample? {
        guard history.oneIn(3), let sample = sent.randomElement(using: &history.dice),
            sample.known.kind != .characteristic
        else { return nil }
        var twin = sample
        twin.id = history.uuid()
        return twin
    }

    /// What joins with that of the day before to one session.
    private static func awake(on day: Double, _ history: inout History) -> PlainSample {
        var sample = history.plain("HKCategoryTypeIdentifierSleepAnalysis", day + 600, 84_600)
        sample.source = History.ring
        sample.value = 2
        return sample
    }

    /// All that was published and what is remembered of it.
    private static func run(_ uploads: [PlainUpload], _ rules: Rules, largest: Int) throws -> [String: String] {
        var course = Course(rules: rules)
        var rest = uploads[...]
        while !rest.isEmpty {
            course.commit(rest.prefix(largest).map(\.bytes))
            rest = rest.dropFirst(largest)
        }
        var found = course.documents.mapValues(Course.essence)
        let connection = try #require(ConnectionID(Array(History.connection.utf8)))
        let all = StateKey(head: 0)...StateKey(head: .max, high: .max, low: .max)
        // What is indexed tells where a deletion looks, and follows from when there was one. The last record of a topic
        // follows from the number of records.
        for place in course.store.stateKeys(in: all, of: connection) where ![.heldIDs, .written].contains(place.kind) {
            // Samples are packed as they came.
            let isPacked = place.kind == .segment || place.kind == .long || place.kind == .deletedIDs
            var value = isPacked ? nil : course.store.value(at: place, of: connection)
            if place.kind == .summary, var summary = value.flatMap(ConnectionSummary.init) {
                summary.indexedBefore = .min
                value = summary.packed
            }
            found["\(place)"] = "\(value ?? [])"
        }
        found["account"] = Self.text(course.accounting)
        return found
    }

    private static func text(_ account: Accounting) -> String {
        let refusals = account.refusals.sorted { $0.key.rawValue < $1.key.rawValue }
        return "\(account.new) \(account.duplicates) \(account.replaced) \(account.deletedBeforeArrival) \(refusals)"
    }

    @Test(arguments: Seeds.some(60))
    func `what freezes and what is published do not depend on how commits are cut`(seed: UInt64) throws {
        let uploads = Self.uploads(seed)
        var rules = Course.rules
        rules.stateRetentionSeconds = [3, 10][Int(seed % 2)] * Self.day
        rules.sleepThresholdSeconds = [3600, 3600, 0, 900][Int(seed % 4)]
        if seed % 7 == 3 { rules.documentMaxBytes = 1500 }
        let expected = try Self.run(uploads, rules, largest: 1)
        for largest in [2, 3, 7, 100] {
            let found = try Self.run(uploads, rules, largest: largest)
            #expect(Set(found.keys) == Set(expected.keys), "seed \(seed), \(largest) uploads a commit")
            for (key, text) in expected {
                #expect(found[key] == text, "seed \(seed), \(largest) uploads a commit, \(key)")
            }
        }
    }
}
