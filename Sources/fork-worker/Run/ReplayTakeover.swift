import Observation
import Operations
import Vocabulary
import Worker

/// The takeover of a replay by a worker, before the worker starts.
enum ReplayTakeover {
    /// Takes over the replay of the worker's topics, if there is one; returns false after a signal.
    static func run(
        _ made: WorkerOptions,
        _ observer: Observer,
        _ signals: StopSignals
    ) throws(StartError) -> Bool {
        guard made.topics.inputPrefix != made.topics.prefix else { return true }
        let cluster = Cluster(of: made, made.topics, observer)
        var waitedFor: [String] = []
        var outcome: ReplaySwitch.Outcome?
        while outcome == nil {
            do throws(OperationError) {
                let makesTopics = made.createdPartitions != nil
                let replaySwitch = ReplaySwitch(in: cluster, instanceID: made.instanceID, makesTopics: makesTopics)
                outcome = try replaySwitch.run { milliseconds, processes in
                    if waitedFor != processes {
                        observer.waitingForReplay(into: made.topics.prefix, processes: processes)
                    }
                    waitedFor = processes
                    return signals.wait(milliseconds: milliseconds) != nil
                }
            } catch {
                if error.isCancelled { return false }
                // A worker waits for brokers without a time limit, so only permanent errors end the process.
                guard error.isPassing else { throw StartError(error.description, code: .brokerRefused) }
                observer.brokerLog(severity: 4, facility: "replay", text: error.description)
                if signals.wait(milliseconds: 1_000) != nil { return false }
            }
        }
        switch outcome {
        case .nothing, nil: break
        case .live(let leftOut): observer.replayTakenOver(into: made.topics.prefix, leftOut: leftOut)
        case .refused(let sentence): throw StartError(sentence, isUsage: true, code: .replayRefused)
        }
        return true
    }
}

extension Cluster {
    /// Creates the cluster of a worker with these topics.
    init(of worker: WorkerOptions, _ topics: TopicNames, _ observer: Observer, _ progress: Progress = Progress()) {
        self.init(
            bootstrapServers: worker.bootstrapServers,
            groupID: worker.groupID,
            topics: topics,
            routing: worker.rules.routing,
            properties: worker.properties,
            tokens: worker.tokens,
            observer: observer,
            progress: progress
        )
    }
}
