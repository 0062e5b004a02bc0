import Health
import Randomness
import Testing
import Vocabulary

/// Which upload a document says it comes from.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct CausePropertyTests {
    /// The live sessions of sleep, each with the upload that changed it last.
    private static func causes(_ course: borrowing Course) -> [String: String] {
        var live: [String: String] = [:]
        for record in course.outcomes.flatMap(\.records) where record.kind == .document {
            let key = Course.text(record.key)
            guard key.hasPrefix("sleep/") else { continue }
            let upload = record.headers.first { $0.name == "fork-upload" }
            live[key] = record.value.map { Course.text(upload?.value) + Course.text($0) }
        }
        return live
    }

    @Test(arguments: Seeds.some(240))
    func `a session names the upload that changed it last, whatever a commit holds`(seed: UInt64) {
        let history = History(seed: seed)
        var dice = SeededRandom(seed: ~seed)
        // What comes and goes within one commit leaves no trace, a newer copy may show the same, and so may a twin.
        var known: Set<String> = []
        let arrivals = history.arrivals.filter {
            guard case .sample(let sample) = $0 else { return false }
            let bounds = [sample.start, sample.end].map { "\(Int64(($0 * 1000 + 0.5).rounded(.down)))" }
            let measured = bounds.joined(separator: " ") + " \(sample.value ?? 0)"
            let twin = "\(sample.type) \(sample.source?.key ?? "") \(measured)"
            let version = sample.syncIdentifier.map { "\(sample.type) \(sample.source?.key ?? "") \($0)" } ?? sample.id
            if [sample.id, twin, version].contains(where: known.contains) { return false }
            known.formUnion([sample.id, twin, version])
            return true
        }
        let uploads = History.uploads(arrivals, longest: 3, using: &dice)
        var single = Course()
        single.run(uploads, largest: 1, using: &dice)
        var many = Course()
        many.run(uploads, largest: 12, using: &dice)
        let expected = Self.causes(single)
        let found = Self.causes(many)
        let undone = Self.undone(single)
        for (key, cause) in expected where !undone.contains(key) {
            #expect(found[key] == cause, "seed \(seed), \(key)")
        }
    }

    /// The sessions that became again what they were, as when a better one overlapped them for a while: in one commit
    /// that is no change, and names nobody.
    private static func undone(_ course: borrowing Course) -> Set<String> {
        var contents: [String: Set<String>] = [:]
        var undone: Set<String> = []
        for record in course.outcomes.flatMap(\.records) where record.kind == .document {
            let key = Course.text(record.key)
            let content = record.value.map(Course.essence) ?? ""
            if !contents[key, default: []].insert(content).inserted { undone.insert(key) }
        }
        return undone
    }
}
