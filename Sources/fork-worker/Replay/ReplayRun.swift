import Glibc
import Health
import Observation
import Operations
import Options
import Store
import Vocabulary
import Worker

/// One run of a replay in this process, until its end or a signal.
struct ReplayRun {
    private let options: Options
    private let worker: WorkerOptions
    private let observer: Observer
    private let signals: StopSignals
    private let board: ProbeBoard
    private let zones: ZoneTable
    private let cluster: Cluster
    private let journal: ReplayJournal

    init(
        _ options: Options,
        _ worker: WorkerOptions,
        _ observer: Observer,
        _ signals: StopSignals,
        _ board: ProbeBoard,
        _ zones: ZoneTable
    ) {
        self.options = options
        self.worker = worker
        self.observer = observer
        self.signals = signals
        self.board = board
        self.zones = zones
        let topics = TopicNames(options.rules)
        let progress = Progress("looking for replays", unit: "records", observer: observer, signals: signals)
        cluster = Cluster(of: worker, topics, observer, progress)
        journal = ReplayJournal(options.replay.into, in: cluster)
    }

    /// Runs the replay, and returns the totals of all runs; returns nil if a signal stopped this run.
    func run() throws(StartError) -> ReplayFigures? {
        let request: ReplayRequest
        switch try open() {
        case .runs(let found): request = found
        case .isDone(let figures): return figures
        case .refused(let sentence): throw StartError("replay: \(sentence)", isUsage: true, code: .replayRefused)
        case nil: return nil
        }
        try note(.process(worker.instanceID, isRunning: true))
        do throws(StartError) {
            guard try work(request) else {
                try note(.process(worker.instanceID, isRunning: false))
                return nil
            }
            let figures = try end()
            try note(.process(worker.instanceID, isRunning: false))
            return figures
        } catch {
            try? note(.process(worker.instanceID, isRunning: false))
            throw error
        }
    }

    /// Starts or resumes the replay; returns nil after a signal.
    private func open() throws(StartError) -> ReplayOpening.Outcome? {
        let opening = ReplayOpening(
            into: options.replay.into,
            asked: options.askedOfReplay,
            fromMilliseconds: options.replay.from?.unixMilliseconds,
            untilMilliseconds: options.replay.until?.unixMilliseconds,
            replicationFactor: worker.replicationFactor,
            in: cluster
        )
        defer { cluster.progress.hide() }
        do throws(OperationError) {
            return try opening.run()
        } catch {
            if error.isCancelled { return nil }
            throw StartError(error.description, code: .brokerRefused)
        }
    }

    private func note(_ entry: ReplayRecord.Entry) throws(StartError) {
        do throws(OperationError) {
            try journal.note(entry)
        } catch {
            throw StartError(error.description, code: .brokerRefused)
        }
    }

    /// Runs a worker until all processes together have read everything; returns false after a signal.
    private func work(_ request: ReplayRequest) throws(StartError) -> Bool {
        var made = worker
        made.replay = ReplayWork(
            request.range,
            follows: options.replay.follows,
            connections: options.chosenConnections,
            fromMilliseconds: options.replay.from?.unixMilliseconds,
            uploadsPerSecond: options.replay.ratePerSecond
        )
        var watch: ReplayWatch
        do throws(OperationError) {
            watch = try ReplayWatch(request.range, in: cluster)
        } catch {
            throw StartError(error.description, code: .brokerRefused)
        }
        let display = Progress.display(observer, terminal: ProcessEnvironment.current["TERM"])
        let progress = Progress("replaying into \(options.replay.into)", unit: "uploads", on: display)
        let (rules, zones) = (made.rules, zones)
        var isDone = false
        let outcome = Worker(made, observer: observer, board: board) {
            Processor(rules: rules, zones: zones)
        }.run { milliseconds in
            observer.minutePassed()
            if let name = signals.wait(milliseconds: milliseconds) { return name }
            guard let reached = watch.look() else {
                progress.refresh()
                return nil
            }
            progress.show(done: reached.done, of: reached.total)
            guard reached.isAtEnd, !observer.isRederiving, !isDone else { return nil }
            isDone = true
            if options.replay.follows { observer.caughtUp(into: options.replay.into) }
            return options.replay.follows ? nil : "the end of the replay"
        }
        progress.hide()
        if case .failed(let error) = outcome { throw error }
        return isDone && !options.replay.follows
    }

    /// Sums the totals of all partitions, and writes them unless another process has written them.
    private func end() throws(StartError) -> ReplayFigures {
        let figures = ReplayFigures(try StateTallies.read(worker, observer: observer).get())
        do throws(OperationError) {
            let into = options.replay.into
            let known = try journal.decide { $0.figures == nil ? .done(figures, into: into) : nil }
            return known.figures ?? figures
        } catch {
            throw StartError(error.description, code: .brokerRefused)
        }
    }
}

extension ReplayFigures {
    /// Sums the totals of partitions; the time is the maximum, because partitions run in parallel.
    init(_ tallies: [StateTally]) {
        self.init()
        for tally in tallies {
            documents += tally.documents
            tombstones += tally.tombstones
            jobs += tally.jobs
            seconds = max(seconds, Double(tally.milliseconds) / 1_000)
            accounting += tally.accounting
        }
    }
}
