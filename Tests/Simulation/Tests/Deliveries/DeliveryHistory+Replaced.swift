import Randomness
import SimulatedKafka
import SimulatedSystem
import SimulatedWorker

/// The end of a history in which somebody replaces a topic of dispatchers.
extension DeliveryHistory {
    /// The kinds of topics that are replaced, each in one of 24 histories.
    enum Replaced: CaseIterable {
        case settings, jobs, state, letters

        init?(seed: UInt64) {
            guard seed % 6 == 4 else { return nil }
            self = Self.allCases[Int(seed / 6 % 4)]
        }

        /// The replacement in a history; 480 histories have all pairs of content and way for each kind.
        static func change(of seed: UInt64) -> TopicChange { TopicChange(seed / 24) }
    }

    /// The time after which a dispatcher uses recreated settings.
    private static let noticeMilliseconds: Int64 = 33_000

    /// Replaces a topic; returns what is wrong, or nil.
    func endMadeAgain(_ kind: Replaced) -> String? {
        var random = plan.random(ofStep: 3_000_000)
        let change = Replaced.change(of: plan.seed)
        runAll()
        settingsAreJudged = false
        isReplaced = true
        let fault =
            switch kind {
            case .settings: endWithSettings(change)
            case .jobs: endWithJobs(change, &random)
            case .state: endWithState(change, &random)
            case .letters: endWithLetters(change)
            }
        site.stop()
        return (fault ?? endingFault()).map { "\(kind), \(change): \($0)" }
    }

    /// Dispatchers use the settings that are there, and no others.
    private func endWithSettings(_ change: TopicChange) -> String? {
        let settings = #"{"connection_id":"other","callback_url":"https://example.com/other"}"#
        site.make(change, topics.connections) {
            site.replace(topics.connections, by: change.replacement, Refill(key: "other", value: settings))
        }
        // Without this, a copy would be the settings of before.
        let fickle = JobText.stable..<connections
        if change.replacement != .empty { for number in fickle { closeConnection(number) } }
        world.sleep(Self.noticeMilliseconds)
        let requests = customers.arrivals.count
        for number in fickle { appendJob(number) }
        world.sleep(20_000)
        if customers.arrivals.count > requests { return "requests are sent to closed connections" }
        if change.way == .running, !machines.contains(where: { $0.hasSaid("settings topic was recreated") }) {
            return "nobody says so"
        }
        openAll()
        world.sleep(20_000)
        for number in 0..<connections { appendJob(number) }
        return rest()
    }

    /// Nobody reads jobs of another log until an operator adopts it.
    private func endWithJobs(_ change: TopicChange, _ random: inout SeededRandom) -> String? {
        let ends = cluster.topics[topics.jobs]?.partitions.map(\.end) ?? []
        // Nothing is known of a partition that had no records, so that dispatchers read the new ones.
        guard ends.allSatisfy({ $0 > 0 }) else { return nil }
        var refill = Refill(key: "other", value: "{}")
        refill.pauseMilliseconds = random.below(2) == 0 ? 15_000 : 0
        let isGrown = change.replacement == .foreign && random.below(2) == 0
        let more = Int64(random.below(2) * 2)
        var requests = customers.arrivals.count
        let letters = deadLetters.count
        isJudged = false
        site.make(change, topics.jobs) {
            site.replace(topics.jobs, by: change.replacement, refill)
            for (number, end) in ends.enumerated() where isGrown {
                let place = TopicPartition(topics.jobs, Int32(number))
                while let log = cluster.log(place), log.end < end + more {
                    cluster.append(Array("other".utf8), Array("{}".utf8), to: place)
                }
            }
        }
        if let fault = site.wait(for: Site.refusals, &random) { return fault }
        if change.way == .running {
            // Until it compares the logs, a process that reads on at its position sends requests, but commits nothing.
            world.sleep(Self.noticeMilliseconds)
            requests = customers.arrivals.count
        }
        world.sleep(30_000)
        if customers.arrivals.count > requests { return "requests are sent" }
        if deadLetters.count > letters { return "dead letters are written" }
        begin(adopting: true)
        if let fault = deliveryOfNewJobs() { return "adopted: \(fault)" }
        begin(adopting: false)
        return deliveryOfNewJobs().map { "after it was adopted: \($0)" }
    }

    /// A partition with another state is left alone until an operator adopts it.
    ///
    /// An exact copy is the same state, so no dispatcher may stop. A copy at other offsets is whole too, but a dispatcher
    /// cannot always see this: it may continue or stop. If the process that adopts it may have an older store, waiting
    /// jobs can be lost or return, so dispatchers must only continue.
    private func endWithState(_ change: TopicChange, _ random: inout SeededRandom) -> String? {
        let isCopy = change.replacement == .copy
        let isExact = isCopy && random.below(2) == 0
        let pause: Int64 = random.below(2) == 0 ? 15_000 : 0
        let lasts = site.changelogEnds
        var isWhole = machines.count == 1 || isExact
        site.make(change, topics.webhookState) {
            site.replaceState(by: change.replacement, isExact: isExact, pause)
            let isFilled = isCopy && change.way == .anotherOwner
            if change.way != .running, !isExact, !isFilled, site.lacksState(before: lasts) { isWhole = false }
        }
        let ends = site.changelogEnds
        for number in 0..<connections { appendJob(number) }
        if !isCopy, let fault = site.wait(for: Site.refusals, &random) { return fault }
        world.sleep(30_000)
        if let fault = failure { return fault }
        if !isCopy, site.changelogEnds != ends { return "somebody has written to the changelog" }
        if !isExact {
            begin(adopting: true) {
                // Adopting a stranger's state drops the own store, so that the operator removes this state first.
                if change.replacement == .foreign { self.site.makeAgain(self.topics.webhookState) }
            }
        }
        if !isWhole { isJudged = false }
        if let fault = isWhole ? rest() : deliveryOfNewJobs() { return isExact ? fault : "adopted: \(fault)" }
        begin(adopting: false) {
            // Another process can have the store of the state that nobody has adopted.
            if !isWhole { for machine in self.machines { machine.wipe() } }
        }
        for number in 0..<connections { appendJob(number) }
        return isWhole ? rest() : deliveryOfNewJobs()
    }

    /// Nobody stops, and later dead letters arrive once.
    private func endWithLetters(_ change: TopicChange) -> String? {
        let place = TopicPartition(topics.webhookDeadLetters, 0)
        formerLetters = cluster.committed(place)
        site.make(change, place.topic) {
            site.replace(place.topic, by: change.replacement, Refill(key: "other", value: "{}"))
            lettersBegin = cluster.log(place)?.end ?? 0
        }
        for number in 0..<connections {
            appendJob(number)
            appendMalformed(number)
        }
        return rest() ?? site.falseAlarm()
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

    private func begin(adopting: Bool, after prepare: () -> Void = {}) {
        for machine in machines {
            machine.kill(world)
            machine.options.adoptsState = adopting
        }
        prepare()
        for machine in machines { machine.start(world) }
    }

    /// What is wrong if receivers do not get the next jobs.
    private func deliveryOfNewJobs() -> String? {
        customers.moods = [:]
        openAll()
        let ids = (0..<JobText.stable).map { appendJob($0) }
        for _ in 0..<600 {
            for machine in machines where machine.buryDead() || !machine.isRunning { machine.start(world) }
            let taken = Set(customers.arrivals.filter(\.isTaken).flatMap(\.uploads))
            if taken.isSuperset(of: ids) { return nil }
            world.sleep(1_000)
        }
        return "receivers do not get the next jobs: \(standing)"
    }

    private func closeConnection(_ number: Int) {
        writeSettings(number, ",\"callback_url\":\"\(JobText.urls[number])\",\"closed\":true")
    }
}
