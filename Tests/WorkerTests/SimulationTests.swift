import Foundation
import Testing

/// `SIMULATION_SEEDS=20000` runs more, `SIMULATION_SEED=17` one again.
struct SimulationTests {
    static let seeds: Range<UInt64> = {
        let environment = ProcessInfo.processInfo.environment
        if let one = environment["SIMULATION_SEED"].flatMap(UInt64.init) { return one..<one + 1 }
        return 0..<(environment["SIMULATION_SEEDS"].flatMap(UInt64.init) ?? 300)
    }()

    @Test(arguments: [0, 5, 25])
    func `whatever goes wrong, the visible result is that of reading everything once`(faultPercent: Int) {
        var failures = 0
        for seed in Self.seeds {
            var simulation = Simulation(seed: seed, faultPercent: faultPercent)
            guard let fault = simulation.run(steps: 400) else { continue }
            failures += 1
            Issue.record("SIMULATION_SEED=\(seed), faults \(faultPercent) %: \(fault)")
            if failures == 3 { return }
        }
    }
}

/// A small generator with a seed, so that a failing run can be had again.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
