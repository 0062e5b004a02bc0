import Files
import Glibc
import Observation
import Operations
import Options
import Views
import Worker

/// `fork-worker replay list` and `replay drop`.
enum ReplaysCommand {
    static func run(_ options: ReplaysOptions, _ signals: StopSignals) -> Never {
        let observer = Observer(options.log)
        let cluster = Cluster(options.cluster, observer: observer)
        var work = LongWork("looking", unit: "topics", observer: observer, signals: signals)
        do throws(OperationError) {
            switch options.action {
            case .list: try list(options.isJSON, cluster, &work)
            case .drop(let prefix):
                let end = try drop(prefix, isAgreed: options.isAgreed, cluster, &work, signals)
                if end.status == .usage {
                    ProcessEnvironment.leaveForUsage(end.text, after: observer, options.log.format)
                }
                ProcessEnvironment.leave(end.status, after: observer, saying: end.text)
            }
            ProcessEnvironment.leave(.done, after: observer)
        } catch {
            work.hide()
            ProcessEnvironment.leave(.failure, after: observer, saying: error.description)
        }
    }

    private static func list(_ isJSON: Bool, _ cluster: Cluster, _ work: inout LongWork) throws(OperationError) {
        guard let replays = try ReplayList(cluster).replays(&work) else {
            throw OperationError("interrupted before everything was read: nothing is shown")
        }
        work.hide()
        var printer = LinePrinter()
        if isJSON {
            for replay in replays { printer.print { ReplayText.write(replay, into: &$0) } }
        } else {
            for line in ReplayText.lines(replays) { printer.print(Array(line.utf8)) }
        }
        printer.flush()
        if printer.isClosed { throw OperationError("standard output is closed") }
    }

    /// Drops a replay after a confirmation, and returns the exit status with a message.
    private static func drop(
        _ prefix: String,
        isAgreed: Bool,
        _ cluster: Cluster,
        _ work: inout LongWork,
        _ signals: StopSignals
    ) throws(OperationError) -> (status: ProcessEnvironment.Status, text: String) {
        let interrupted = OperationError("interrupted: run the command again to continue")
        let drop = try ReplayDrop(prefix, in: cluster)
        let plan: ReplayDrop.Plan
        switch try drop.plan(&work) {
        case .may(let found): plan = found
        case .isLive:
            return (
                .usage, "replay drop: PREFIX \(prefix): is live because a worker took it over, and no longer a replay"
            )
        case .stopped: throw interrupted
        }
        work.hide()
        if !isAgreed {
            switch Consent.ask(ReplayText.plan(plan), signals) {
            case .agreed: break
            case .refused: return (.failure, "nothing is deleted")
            case .nobody: return (.usage, "replay drop: nothing is deleted: without a terminal, confirm with --yes")
            }
        }
        guard try drop.run(plan, &work) else { throw interrupted }
        work.hide()
        let topics = Figures.count(plan.topics.count, "topic")
        return (
            .done,
            "\(prefix) is gone: \(topics) and the group \(plan.request.group); its state directories can be deleted too"
        )
    }
}
