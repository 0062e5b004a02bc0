import Foundation
import Testing

/// `SIMULATION_SEEDS=20000` runs more, `SIMULATION_SEED=17` one again.
///
/// What must hold, after every step: documents, dead letters, jobs, accounts, state and offsets that are visible are those
/// of a batch over the uploads that the offsets pass, each upload once and all of it together; a store that was restored
/// holds what the changelog makes.
struct SimulationTests {
    private static let one = ProcessInfo.processInfo.environment["SIMULATION_SEED"].flatMap(UInt64.init)
    private static let seeds = ProcessInfo.processInfo.environment["SIMULATION_SEEDS"].flatMap(UInt64.init) ?? 1_000
    /// How many tests share the seeds, so that all cores have something to do.
    private static let shares: UInt64 = 4

    @Test(arguments: [0, 5, 25], 0..<shares)
    func `whatever goes wrong, the visible result is that of reading everything once`(
        faultPercent: Int,
        share: UInt64
    ) {
        let seeds = Self.one.map { share == 0 ? [$0] : [] } ?? (0..<Self.seeds).filter { $0 % Self.shares == share }
        var failures = 0
        for seed in seeds {
            var simulation = Simulation(seed: seed, faultPercent: faultPercent)
            guard let fault = simulation.run(steps: 400) else { continue }
            failures += 1
            Issue.record("SIMULATION_SEED=\(seed), faults \(faultPercent) %: \(fault)")
            if failures == 3 { return }
        }
    }
}
