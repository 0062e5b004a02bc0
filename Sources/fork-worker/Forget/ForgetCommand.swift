import Glibc
import Operations
import Options
import Views
import Vocabulary
import Worker

/// `fork-worker forget`: erases a connection, or searches for its records.
enum ForgetCommand {
    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        let interruption =
            options.forget.isCheck
            ? "interrupted before everything was read: nothing is shown"
            : "interrupted: the finished steps are kept; run the command again to continue"
        Command.run(options, signals, interruption: interruption) {
            command throws(OperationError) in
            guard let connection = ConnectionID(Array(options.connection.utf8)) else {
                command.leaveForUsage("forget: CONNECTION is malformed")
            }
            if !options.forget.isCheck, !options.isAgreed, !command.asks(question(options), name: "forget") {
                return Command.Ending(status: .failure, summary: "nothing is deleted")
            }
            let text =
                try options.forget.isCheck
                ? check(connection, command.cluster) : forget(connection, options, command.cluster)
            if options.isJSON { command.print(text.jsonLines) } else { command.print(text.lines) }
            return Command.Ending(status: text.isClean ? .done : .failure, summary: text.warning)
        }
    }

    private static func question(_ options: Options) -> String {
        """
        forget \(options.connection): all documents of the connection under \(options.rules.topicPrefix) on \
        \(options.cluster.bootstrapServers) will be deleted, with its state in workers and its own topics; later uploads \
        will be refused. This cannot be undone.
        """
    }

    private static func check(_ connection: ConnectionID, _ cluster: Cluster) throws(OperationError) -> ForgetText {
        let found = try TraceSurvey(connection, in: cluster).traces()
        var waiting: ForgetText.WaitingDeletions?
        let topic = cluster.topics.webhookState
        if found.traces.contains(where: { $0.topic == topic && $0.isLive }) {
            let host = try WaitingList(cluster).host(of: connection.string)
            waiting = ForgetText.WaitingDeletions(topic: topic, host: host)
        }
        return .check(connection.string, found.traces, canComeBack: found.canComeBack, waiting: waiting)
    }

    private static func forget(
        _ connection: ConnectionID,
        _ options: Options,
        _ cluster: Cluster
    ) throws(OperationError) -> ForgetText {
        let zones = ZoneTable(read: ZoneFolder(environment: ProcessEnvironment.current).read)
        let timeout = options.forget.timeoutMilliseconds
        let forgetting = Forgetting(
            connection,
            in: cluster,
            zones: zones,
            allowsLoopback: options.rules.allowsLoopbackCallbacks,
            timeoutMilliseconds: timeout
        )
        return .forgotten(connection.string, try forgetting.run(atMilliseconds: Int64(time(nil)) * 1_000))
    }
}
