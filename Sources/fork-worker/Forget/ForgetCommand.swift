import Files
import Glibc
import Health
import Observation
import Operations
import Options
import Views
import Worker

/// `fork-worker forget`: erases a connection, or searches for its records.
enum ForgetCommand {
    static func run(_ options: ForgetOptions, _ signals: StopSignals) -> Never {
        let observer = Observer(options.log)
        guard let connection = ConnectionID(Array(options.connection.utf8)) else {
            ProcessEnvironment.leaveForUsage("forget: CONNECTION is malformed", after: observer, options.log.format)
        }
        if !options.isCheck, !options.isAgreed { agree(options, observer, signals) }
        let cluster = Cluster(options.cluster, observer: observer)
        var work = LongWork("looking", unit: "records", observer: observer, signals: signals)
        do throws(OperationError) {
            let text =
                try options.isCheck
                ? check(connection, cluster, &work) : forget(connection, options, cluster, &work)
            work.hide()
            var printer = LinePrinter()
            for line in options.isJSON ? text.jsonLines : text.lines.map({ Array($0.utf8) }) { printer.print(line) }
            printer.flush()
            if printer.isClosed { throw OperationError("standard output is closed") }
            let status: ProcessEnvironment.Status = text.isClean ? .done : .failure
            if let warning = text.warning { ProcessEnvironment.leave(status, after: observer, saying: warning) }
            ProcessEnvironment.leave(status, after: observer)
        } catch {
            work.hide()
            ProcessEnvironment.leave(.failure, after: observer, saying: error.description)
        }
    }

    /// Asks for confirmation, and returns only if the user agrees.
    private static func agree(_ options: ForgetOptions, _ observer: Observer, _ signals: StopSignals) {
        let text = """
            forget \(options.connection): all documents of the connection under \(options.cluster.topicPrefix) on \
            \(options.cluster.bootstrapServers) will be deleted, with its state in workers and its own topics; later uploads \
            will be refused. This cannot be undone.
            """
        switch Consent.ask(text, signals) {
        case .agreed: break
        case .refused: ProcessEnvironment.leave(.failure, after: observer, saying: "nothing is deleted")
        case .nobody:
            let text = "forget: nothing is deleted: without a terminal, confirm with --yes"
            ProcessEnvironment.leaveForUsage(text, after: observer, options.log.format)
        }
    }

    private static func check(
        _ connection: ConnectionID,
        _ cluster: Cluster,
        _ work: inout LongWork
    ) throws(OperationError) -> ForgetText {
        guard let found = try TraceSurvey(connection, in: cluster).traces(&work) else {
            throw OperationError("interrupted before everything was read: nothing is shown")
        }
        return .check(connection.string, found.traces, canComeBack: found.canComeBack)
    }

    private static func forget(
        _ connection: ConnectionID,
        _ options: ForgetOptions,
        _ cluster: Cluster,
        _ work: inout LongWork
    ) throws(OperationError) -> ForgetText {
        let zones = ZoneTable(read: ZoneFolder(environment: ProcessEnvironment.current).read)
        let timeout = options.timeoutMilliseconds
        let forgetting = Forgetting(connection, in: cluster, zones: zones, timeoutMilliseconds: timeout)
        let now = Int64(time(nil)) * 1_000
        guard let outcome = try forgetting.run(atMilliseconds: now, &work) else {
            throw OperationError("interrupted: the finished steps are kept; run the command again to continue")
        }
        return .forgotten(connection.string, outcome)
    }
}
