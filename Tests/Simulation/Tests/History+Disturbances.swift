import Randomness
import SimulatedKafka
import SimulatedStore
import SimulatedSystem
import SimulatedWorker
import Vocabulary

/// What each kind of disturbance does to machines and brokers.
extension History {
    func disturb(_ kind: Disturbance, _ random: inout SeededRandom) {
        world.note("disturbance: \(kind)")
        let machine = machines[random.below(machines.count)]
        let calls = random.below(400)
        let pause = Site.pause(&random)
        switch kind {
        case .forgetTopic: forgetTopic(&random)
        case .narrow: narrow(for: pause, &random)
        case .rules: changeRules(&random)
        case .doze: if !areTopicsForgotten { doze(machine) }
        case .threads:
            // Once: a lane that fails while another waits for its next start ends the process.
            if !areThreadsShort { machine.process?.getsNoThread = true }
            areThreadsShort = true
        default: site.disturb(kind, machine, afterCalls: calls, pause: pause, &random)
        }
    }

    /// A process stands still in a transaction until its broker has ended that, and soon once more.
    func doze(_ machine: Machine) {
        isDozing = true
        site.doze(machine, again: true)
    }

    /// What was live in it comes back with the next change that goes there: there is one in the end.
    private func forgetTopic(_ random: inout SeededRandom) {
        if isDozing { return }
        let names = cluster.topics.keys.filter { $0.hasPrefix(topics.prefix) && !topics.all.contains($0) }.sorted()
        areTopicsForgotten = true
        if !names.isEmpty { cluster.delete(topic: names[random.below(names.count)]) }
    }

    private func narrow(for milliseconds: Int64, _ random: inout SeededRandom) {
        let inputs = [topics.uploads, topics.connections]
        let names = cluster.topics.keys.filter { $0.hasPrefix(topics.prefix) && !inputs.contains($0) }.sorted()
        let name = names[random.below(names.count)]
        let setting = "max.message.bytes"
        let former = cluster.topics[name]?.settings[setting]
        if former == "3000" || former == "1000000" { return }
        isNarrowed = true
        // Some of it is too short for documents, some for long batches of them.
        cluster.alter(topic: name, setting, ["3000", "1000000"][random.below(2)])
        world.at(world.now + milliseconds) { [self] in cluster.alter(topic: name, setting, former) }
    }

    private func changeRules(_ random: inout SeededRandom) {
        switch random.below(3) {
        case 0: rules.sleepThresholdSeconds = [900, 2_700, 3_600][random.below(3)]
        case 1: rules.documentMaxBytes = [900_000, 1_500][random.below(2)]
        default: rules.routing = rules.routing == .single ? .connection : .single
        }
        // What operators write of connections that they forget would be undone.
        if plan.deeds.isEmpty, plan.scene == nil {
            hasForms.toggle()
            writeSettings(0, Uploads.settings(0, hasForm: hasForms))
        }
        for machine in machines { machine.options.rules = rules }
        for machine in machines where random.below(2) == 0 { machine.process?.stop = "SIGTERM" }
    }
}
