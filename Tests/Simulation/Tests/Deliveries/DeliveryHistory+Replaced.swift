import Randomness
import SimulatedKafka
import SimulatedSystem
import SimulatedWorker

/// Topics that are deleted and made again while dispatchers run.
extension DeliveryHistory {
    /// Until then a dispatcher goes by settings that were made again, whatever its client has heard of them.
    private static let noticeMilliseconds: Int64 = 33_000

    /// Settings are made again: dispatchers that run go by what is there, and by nothing else.
    ///
    /// - Returns: what is wrong; nil when nothing is.
    func endWithSettingsMadeAgain() -> String? {
        var random = plan.random(ofStep: 3_000_000)
        runAll()
        let replacement = Replacement.allCases[random.below(Replacement.allCases.count)]
        let settings = #"{"connection_id":"other","callback_url":"https://example.com/other"}"#
        settingsAreJudged = false
        site.replace(topics.connections, by: replacement, foreign: ("other", settings))
        // A copy alone is the settings of before.
        let fickle = JobText.stable..<connections
        if replacement != .empty { for number in fickle { closeConnection(number) } }
        world.sleep(Self.noticeMilliseconds)
        let requests = customers.arrivals.count
        for number in fickle { append(number, &random) }
        world.sleep(20_000)
        if customers.arrivals.count > requests {
            return "settings made again, \(replacement): requests are sent to closed connections"
        }
        if !machines.contains(where: { $0.hasSaid("settings topic was recreated") }) {
            return "settings made again, \(replacement): nobody says so"
        }
        openAll()
        world.sleep(20_000)
        for number in 0..<connections { append(number, &random) }
        if let fault = rest() { return "settings made again, \(replacement): \(fault)" }
        site.stop()
        return endingFault()
    }

    /// The state is made again: the dispatcher says so, goes on with other partitions, and takes it up once it is told to.
    func endWithStateMadeAgain() -> String? {
        var random = plan.random(ofStep: 3_000_000)
        runAll()
        let replacement = [Replacement.empty, .shorter, .longer, .foreign][random.below(4)]
        site.replace(topics.webhookState, by: replacement) { $0.key?.starts(with: [0]) == false }
        for number in 0..<connections { append(number, &random) }
        let sentences = ["made again", "newest records"]
        if let fault = site.wait(for: sentences, &random) { return "state made again, \(replacement): \(fault)" }
        world.sleep(30_000)
        for machine in machines where !machine.endings.isEmpty {
            return "state made again, \(replacement): \(machine.number) has ended: \(machine.endings)"
        }
        site.stop()
        return endingFault()
    }

    private func runAll() {
        for machine in machines {
            machine.forgetEndings()
            machine.isTalkative = true
            machine.start(world)
        }
        world.sleep(20_000)
        world.note("all run")
    }

    private func closeConnection(_ number: Int) {
        writeSettings(number, ",\"callback_url\":\"\(JobText.urls[number])\",\"closed\":true")
    }
}
