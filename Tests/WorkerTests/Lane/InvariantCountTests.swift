import Health
import Observation
import Testing
import Vocabulary

/// The metric that counts broken invariants, which knows their names as text.
struct InvariantCountTests {
    @Test func `each invariant has a counter of its own`() {
        let observer = Observer(level: .error, format: .text) { _ in }
        for (index, name) in BrokenInvariant.names.enumerated() {
            for _ in 0...index { observer.invariantBroken(name) }
        }
        let page = observer.metricsPage()
        for (index, name) in BrokenInvariant.names.enumerated() {
            #expect(page.contains("\nfork_worker_broken_invariants_total{invariant=\"\(name)\"} \(index + 1)\n"))
        }
        let lines = page.split(separator: "\n").filter { $0.hasPrefix("fork_worker_broken_invariants_total{") }
        #expect(lines.count == BrokenInvariant.names.count)
    }
}
