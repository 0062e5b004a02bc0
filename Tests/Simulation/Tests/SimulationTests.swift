import Foundation
import SimulatedSystem
import Testing

/// The worker's own sources over a simulated world, from seeds.
///
/// `SIMULATION_PLAN='14 steps=60 machines=3'` replays one plan, `SIMULATION_SEEDS=N` runs N of them from
/// `SIMULATION_FROM`, `SIMULATION_LOG=FILE` keeps what happened in the last one, and `SIMULATION_VERBOSE=1` says each plan
/// before it runs, `SIMULATION_ALL=1` goes on after failures and makes none smaller, `SIMULATION_HUNT=1` ends with the first that fails; after `SIMULATION_SECONDS` none is begun. A history is the same again where `SWIFT_DETERMINISTIC_HASHING=1` is set, as `scripts/simulation` does.
@Suite(.serialized)
struct SimulationTests {
    private static let environment = ProcessInfo.processInfo.environment
    /// How many smaller plans are tried when one fails.
    private static let shrinkings = 60

    private static func run(_ plan: Plan, logs: Bool = false) -> (fault: String?, yield: Int, log: [String]) {
        if environment["SIMULATION_VERBOSE"] != nil {
            FileHandle.standardError.write(Data("plan \(plan)\n".utf8))
        }
        if plan.isOfDispatchers {
            let history = DeliveryHistory(plan, logs: logs)
            let fault = history.run()
            return (fault, history.taken, history.world.log ?? [])
        }
        let history = History(plan, logs: logs)
        let fault = history.run()
        return (fault, history.documents, history.world.log ?? [])
    }

    @Test
    func `whatever goes wrong, readers see what reading everything once makes`() throws {
        try Self.runAll(isOfDispatchers: false, yield: "documents")
    }

    @Test
    func `whatever goes wrong, receivers get each job, and get it in order`() throws {
        try Self.runAll(isOfDispatchers: true, yield: "deliveries")
    }

    private static func runAll(isOfDispatchers: Bool, yield name: String) throws {
        let from = environment["SIMULATION_FROM"].flatMap { UInt64($0) } ?? 0
        let count = environment["SIMULATION_SEEDS"].flatMap { UInt64($0) } ?? 20
        let one = environment["SIMULATION_PLAN"].flatMap { Plan($0) }
        if let one, one.isOfDispatchers != isOfDispatchers { return }
        let log = environment["SIMULATION_LOG"]
        let seconds = environment["SIMULATION_SECONDS"].flatMap { Double($0) } ?? 3_600
        let began = ContinuousClock.now
        var (failures, runs, yield) = (0, 0, 0)
        defer {
            let first = one?.seed ?? from
            print("simulation: \(runs) histories from seed \(first), \(yield) \(name), \(failures) failed")
        }
        let plans = one.map { [$0] } ?? (from..<from + count).map { Plan(seed: $0, isOfDispatchers: isOfDispatchers) }
        for plan in plans {
            if runs > 0, ContinuousClock.now - began > .seconds(seconds) { break }
            let result = run(plan, logs: log != nil)
            runs += 1
            yield += result.yield
            if let log { try result.log.joined(separator: "\n").write(toFile: log, atomically: true, encoding: .utf8) }
            guard let fault = result.fault else { continue }
            failures += 1
            if environment["SIMULATION_HUNT"] != nil {
                let line = fault.split(separator: "\n").first ?? ""
                print("found by seed \(plan.seed), the \(runs)th history: \(line.prefix(200))")
                Issue.record("found")
                return
            }
            if environment["SIMULATION_ALL"] != nil {
                Issue.record("SIMULATION_PLAN='\(plan)': \(fault)")
                continue
            }
            let (least, said) = one == nil ? shrunk(plan, fault) : (plan, fault)
            Issue.record("SIMULATION_PLAN='\(least)' (from SIMULATION_PLAN='\(plan)'): \(said)")
            if failures == 3 { return }
        }
        // Histories of which nothing came would prove nothing.
        #expect(yield > 2 * runs || one != nil)
    }

    /// The smallest plan that was found to fail too, and how.
    private static func shrunk(_ plan: Plan, _ fault: String) -> (Plan, String) {
        var (least, said) = (plan, fault)
        var tries = 0
        var isSmaller = true
        while isSmaller {
            isSmaller = false
            for smaller in least.smaller {
                tries += 1
                guard tries < shrinkings else { return (least, said) }
                guard let fault = run(smaller).fault else { continue }
                (least, said) = (smaller, fault)
                isSmaller = true
                break
            }
        }
        return (least, said)
    }

    @Test(.enabled(if: environment["SWIFT_DETERMINISTIC_HASHING"] != nil))
    func `the same plan is the same history, call by call`() {
        let plans = (3..<9).map { Plan(seed: $0) } + (1..<4).map { Plan(seed: $0, isOfDispatchers: true) }
        for plan in plans {
            let (first, second) = (Self.run(plan, logs: true), Self.run(plan, logs: true))
            let difference = zip(first.log, second.log).first { $0 != $1 }
            #expect(difference == nil, "plan \(plan)")
            #expect(first.log.count == second.log.count)
            #expect(first.log.count > 1_000)
        }
    }

    @Test
    func `of all histories hundreds have each kind of deed, and many have none`() {
        let plans = (0..<2_000).map { Plan(seed: $0) }
        for deed in Deed.allCases { #expect(plans.count { $0.deeds.contains(deed) } > 120, "\(deed)") }
        #expect(plans.count { $0.deeds.isEmpty } > 800)
    }

    @Test
    func `of all histories some have each scene, and most have none`() {
        let plans = (0..<2_000).map { Plan(seed: $0) }
        for scene in Scene.allCases { #expect(plans.count { $0.scene == scene } > 10, "\(scene)") }
        #expect(plans.count { $0.scene == nil } >= 1_500)
    }

    @Test
    func `in hundreds of histories known data comes again in every form`() {
        let plans = (0..<2_000).map { Plan(seed: $0) }
        for kind in Repeat.allCases { #expect(plans.count { $0.repeats.contains(kind) } > 200, "\(kind)") }
        #expect(plans.allSatisfy { $0.repeats.isEmpty || $0.scene == nil })
    }

    @Test
    func `each kind of topic is replaced by each content, in each way`() {
        for scene in Scene.endings {
            let seeds = (0..<2_000 as Range<UInt64>).filter { Plan(seed: $0).scene == scene }
            #expect(Set(seeds.map { "\(Scene.change(of: $0))" }).count == Int(TopicChange.count), "\(scene)")
        }
        for kind in DeliveryHistory.Replaced.allCases {
            let seeds = (0..<500 as Range<UInt64>).filter { DeliveryHistory.Replaced(seed: $0) == kind }
            #expect(Set(seeds.map { "\(DeliveryHistory.Replaced.change(of: $0))" }).count == Int(TopicChange.count))
        }
    }

    @Test
    func `a plan is read as it is written`() {
        var plan = Plan(seed: 14)
        plan.without = [.kill, .stall]
        #expect(Plan(plan.description)?.description == plan.description)
        plan = Plan(seed: 5)
        #expect(plan.deeds == [.forget, .replay, .takeOver])
        plan.deeds.remove(.forget)
        #expect(plan.description.hasSuffix("without=forget"))
        #expect(Plan(plan.description)?.deeds == [.replay, .takeOver])
        plan = Plan(seed: 19)
        #expect(Plan(plan.description)?.scene == .ahead)
        plan.scene = nil
        #expect(plan.description.hasSuffix("without=ahead"))
        #expect(Plan(plan.description)?.scene == nil)
        plan = Plan(seed: 3)
        #expect(plan.repeats == Set(Repeat.allCases))
        plan.repeats.remove(.newIDs)
        #expect(plan.description.hasSuffix("without=newIDs"))
        #expect(Plan(plan.description)?.repeats == plan.repeats)
        plan = Plan(seed: 5, isOfDispatchers: true)
        #expect(plan.description.hasPrefix("dispatchers 5 ") && Plan(plan.description)?.isOfDispatchers == true)
        #expect(Plan("x") == nil)
    }
}
