import Foundation
import Health
import Randomness
import Testing
import Vocabulary

/// What holds for the explanation of each document of each history.
///
/// A failure names its seed, the argument: PROPERTY_SEED=<it> tries that one alone.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct ExplainPropertyTests {
    @Test(arguments: Seeds.some(72))
    func `figures are the sum of their samples, and lists have as many as they show`(seed: UInt64) throws {
        let history = History(seed: seed, ties: true)
        var dice = SeededRandom(seed: ~seed)
        let uploads = History.uploads(history.arrivals, longest: 12, using: &dice)
        var course = Course()
        course.run(uploads, largest: 4, using: &dice)
        for (id, live) in course.documents where !id.contains("#") {
            let (found, _, _) = try Explained.explainer(
                id,
                uploads.map(\.bytes),
                of: History.connection,
                rules: Course.rules
            )
            var explanation = try #require(found, "seed \(seed), \(id)")
            #expect(explanation.uploads == uploads.count && explanation.unplaced.isEmpty, "seed \(seed), \(id)")
            explanation.compare(with: live)
            for figure in explanation.figures { check(figure, "seed \(seed), \(id)\(figure.pointer)") }
        }
    }

    private func check(_ figure: Explanation.Figure, _ name: String) {
        #expect(figure.live == nil, "\(name): \(figure.values), not \(figure.live ?? [])")
        let shares = figure.samples.map(\.share)
        #expect(shares.allSatisfy { (0...1).contains($0) }, "\(name)")
        if let sum = figure.values.first(where: { $0.name == "sum" })?.number {
            let parts = figure.samples.reduce(0) { $0 + ($1.value ?? 0) * $1.share }
            #expect(abs(parts - sum) <= 1e-9 * max(1, abs(sum)), "\(name): \(parts) of \(sum)")
        }
        if let shown = figure.values.first(where: { $0.name == "samples" })?.number {
            #expect(Double(figure.samples.count { $0.why == .counts }) == shown, "\(name): \(figure.said)")
        }
        // Each sample that counts names its upload, and each that does not has a reason that leads on.
        for sample in figure.samples {
            #expect(sample.upload != nil && sample.id != nil, "\(name): \(sample)")
            if case .copy(let upload) = sample.why { #expect(upload != nil, "\(name): \(sample)") }
            if case .twin(let id) = sample.why { #expect(id != nil, "\(name): \(sample)") }
            if case .newerVersion(let id) = sample.why { #expect(id != nil, "\(name): \(sample)") }
        }
        #expect(figure.reasons.reduce(0) { $0 + $1.count } == figure.samples.count, "\(name)")
    }
}
