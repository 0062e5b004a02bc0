import Randomness
import SimulatedKafka
import SimulatedSystem
import SimulatedWorker

/// What an operator does to the cluster at the end of a history of dispatchers.
extension DeliveryHistory {
    /// Those that happen while no process runs.
    private static let choices: [Finale] = [
        .offsetsGone, .uploadsLost, .uploadsExpired, .stateMadeAgain, .stateDeleted, .grown, .otherCluster,
    ]

    /// Does something to the cluster that dispatchers must get over, or must not go on after.
    ///
    /// - Returns: what is wrong; nil when nothing is.
    func endAfterOperator() -> String? {
        if let kind = Replaced(seed: plan.seed) { return endMadeAgain(kind) }
        let finale = Self.choices[world.below(Self.choices.count)]
        guard plan.isRough, let log = cluster.log(TopicPartition(topics.jobs, 0)), log.end > 0 else { return nil }
        var random = plan.random(ofStep: 2_000_000)
        let requests = customers.arrivals.count
        if finale == .offsetsGone {
            for number in 0..<partitions {
                let place = TopicPartition(topics.jobs, number)
                lostEnds[place] = cluster.log(place)?.end
            }
        }
        site.act(finale, on: TopicPartition(topics.jobs, 0)) { append(0, &random) }
        if let sentence = finale.sentence { return silence("\(finale)", [sentence], requests, &random) }
        append(0, &random)
        for machine in machines { machine.start(world) }
        if let fault = rest() { return fault }
        site.stop()
        return endingFault()
    }

    /// Nobody goes on with what is there, and somebody says why.
    private func silence(
        _ what: String,
        _ sentences: [String],
        _ requests: Int,
        _ random: inout SeededRandom
    ) -> String? {
        let letters = deadLetters.count
        if let fault = site.wait(for: sentences, &random) { return "\(what): \(fault)" }
        world.sleep(30_000)
        if customers.arrivals.count > requests { return "\(what): requests are sent" }
        return deadLetters.count > letters ? "\(what): dead letters are written" : nil
    }
}
