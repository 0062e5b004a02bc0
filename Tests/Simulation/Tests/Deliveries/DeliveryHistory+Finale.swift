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
        if plan.seed % 12 == 4 { return plan.seed % 24 == 4 ? endWithSettingsMadeAgain() : endWithStateMadeAgain() }
        let choice = world.below(Self.choices.count + 3)
        guard plan.isRough, let log = cluster.log(TopicPartition(topics.jobs, 0)), log.end > 0 else { return nil }
        var random = plan.random(ofStep: 2_000_000)
        let requests = customers.arrivals.count
        guard choice < Self.choices.count else {
            remakeJobs(&random)
            return silence("jobs made again", ["made again", "newest records"], requests, &random)
        }
        let finale = Self.choices[choice]
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

    /// The topic of jobs is made again, and filled at once or once its readers have met its new end.
    private func remakeJobs(_ random: inout SeededRandom) {
        if random.below(2) == 0 {
            for machine in machines { machine.start(world) }
            world.sleep(20_000)
        }
        let ends = cluster.topics[topics.jobs]?.partitions.map(\.end) ?? []
        let more = Int64(random.below(2) * 2)
        let isSudden = random.below(2) == 0
        world.note("jobs are made again, \(isSudden ? "at once" : "slowly") to \(ends) and \(more)")
        site.makeAgain(topics.jobs)
        if !isSudden { world.sleep(15_000) }
        for (number, end) in ends.enumerated() {
            let place = TopicPartition(topics.jobs, Int32(number))
            while let log = cluster.log(place), log.end < max(1, end + more) {
                cluster.append(Array("other".utf8), Array("{}".utf8), to: place)
            }
        }
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
