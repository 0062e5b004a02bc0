import Health
import Observation
import Operations
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
        let cluster = Cluster(
            bootstrapServers: made.bootstrapServers,
            groupID: made.groupID,
            topics: made.topics,
            routing: made.rules.routing,
            properties: made.properties,
            tokens: made.tokens,
            observer: observer
        )
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
                // A worker waits for brokers without a time limit.
                guard error.isPassing else { throw StartError(error.description) }
                observer.brokerLog(severity: 4, facility: "replay", text: error.description)
                if signals.wait(milliseconds: 1_000) != nil { return false }
            }
        }
        switch outcome {
        case .nothing, nil: break
        case .live(let leftOut): observer.replayTakenOver(into: made.topics.prefix, leftOut: leftOut)
        case .refused(let sentence): throw StartError(sentence, isUsage: true)
        case .stopped: return false
        }
        return true
    }
}
