import JSON
import Synchronization
package import System

/// Logs events and counts metrics, with one function per event.
///
/// Log lines contain no health data and no secrets: an event can only log the parameters of its function. Any thread
/// may call these functions. Lines of different threads are never mixed, and no thread waits for the reader of the log.
package final class Observer: Sendable {
    /// The families of the metrics page, to which each component of the process adds its own metrics.
    package let registry = MetricsRegistry()
    let metrics: Metrics
    private let level: Level
    let format: LineFormat
    let clocks: Clocks
    private let output: @Sendable (borrowing [UInt8]) -> Void
    /// The lines waiting for standard error, or nil if lines go elsewhere.
    private let queue: LineQueue?
    private let state: Mutex<State>
    /// The counts for the next summary.
    let minute = Mutex(Minute())
    let brokers = Mutex(BrokerWatch())
    /// The refusals and figures that the console shows; nil without a console.
    let console = Mutex<(refusals: RefusalRing, history: WorkerHistory)?>(nil)

    private struct State {
        var line: Line
        var refusals = RepeatLimits()
        var repeats = RepeatLimits()
    }

    /// Creates an observer.
    ///
    /// Less severe lines than `level` are not logged, but metrics are always counted. `output` takes one line with
    /// its newline; the default is standard error.
    package init(
        level: Level,
        format: LineFormat,
        clocks: Clocks = Clocks(),
        output: (@Sendable (borrowing [UInt8]) -> Void)? = nil
    ) {
        self.level = level
        self.format = format
        self.clocks = clocks
        metrics = Metrics(registry, clocks)
        if let output {
            queue = nil
            self.output = output
        } else {
            let lostLines = metrics.clients.lostLines
            let queue = LineQueue { count in
                lostLines.add(count)
                return Self.linesLost(count, format: format, at: clocks.wallMilliseconds())
            }
            self.queue = queue
            self.output = { queue.write($0) }
        }
        state = Mutex(State(line: Line(format: format, writer: Writer(capacity: 512))))
    }

    deinit { queue?.end() }

    /// Waits at the end of a process until all lines are written, but at most one second.
    package func finishLines() { queue?.finish(milliseconds: 1_000) }

    /// Returns the log line about lines that were dropped while standard error was blocked.
    private static func linesLost(_ count: Int, format: LineFormat, at time: Int64) -> [UInt8] {
        var line = Line(format: format, writer: Writer(capacity: 256))
        line.begin(
            unixMilliseconds: time,
            level: .warning,
            event: "lines_lost",
            message: "log lines were dropped while standard error was blocked; check the log reader"
        )
        line.number("lines", count)
        var bytes: [UInt8] = []
        line.end { bytes = copy $0 }
        return bytes
    }

    /// Whether lines of this level are logged; if not, values for these lines need not be collected.
    package func writes(_ level: Level) -> Bool { level <= self.level }

    /// Returns the page with all metrics.
    ///
    /// `isReady` is true if `/readyz` would succeed at the same moment.
    package func metricsPage(_ format: MetricsFormat = .prometheus, isReady: Bool = false) -> String {
        var text = MetricsText(format, countedSince: metrics.process.startTime.value)
        metrics.process.ready.set(isReady ? 1 : 0)
        for family in registry.all { text.add(family) }
        text.end()
        return text.text
    }

    /// Logs a line if its level is enabled; otherwise `fields` is not called.
    func log(_ level: Level, _ event: StaticString, _ message: StaticString, _ fields: (inout Line) -> Void = { _ in })
    {
        guard level <= self.level else { return }
        let time = clocks.wallMilliseconds()
        state.withLock { state in
            state.line.begin(unixMilliseconds: time, level: level, event: event, message: message)
            fields(&state.line)
            state.line.end(output)
        }
    }

    /// Logs a line, but at most one line with the same `text` in a period, with the number of suppressed lines.
    ///
    /// At level debug, no line is suppressed.
    func log(
        repeated text: String,
        each period: RepeatLimits.Period = .minute,
        _ level: Level,
        _ event: StaticString,
        _ message: StaticString,
        _ fields: (inout Line) -> Void
    ) {
        guard level <= self.level else { return }
        let time = clocks.wallMilliseconds()
        state.withLock { state in
            let count = level == .debug ? 1 : state.repeats.pass(text, each: period, unixMilliseconds: time)
            guard let count else {
                metrics.clients.suppressedLines.add()
                return
            }
            state.line.begin(unixMilliseconds: time, level: level, event: event, message: message)
            fields(&state.line)
            if count > 1 { state.line.number("suppressed", count - 1) }
            state.line.end(output)
        }
    }

    /// Counts refusals of an error code, and logs at most one line per minute.
    ///
    /// `fields` gets the number of refusals since the last line, including these.
    func log(refusals count: Int, of code: String, _ message: StaticString, _ fields: (inout Line, Int) -> Void) {
        guard .warning <= level else { return }
        let time = clocks.wallMilliseconds()
        state.withLock { state in
            guard let sum = state.refusals.pass(code, count: count, unixMilliseconds: time) else { return }
            state.line.begin(unixMilliseconds: time, level: .warning, event: "refused", message: message)
            fields(&state.line, sum)
            state.line.end(output)
        }
    }

    /// Returns the sums of the last minute, or nil if a minute has not passed yet.
    func takeMinute() -> Minute.Sums? {
        let time = clocks.wallMilliseconds()
        return minute.withLock {
            $0.take(unixMilliseconds: time, backlog: metrics.inputs.backlogs.current(unixMilliseconds: time))
        }
    }

    /// Sets the version and the start time that metrics show.
    package func begin(version: String) {
        metrics.process.startTime.set(Int(clocks.wallMilliseconds() / 1000))
        metrics.process.version.text.withLock { $0 = version }
    }
}
