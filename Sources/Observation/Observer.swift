import JSON
import Synchronization
package import System

/// Where everything that happens is said: one function per event, which writes its line and counts its metrics.
///
/// Lines have no health data and no secrets: what an event can say is its function's parameters. Any thread may call;
/// lines of several threads come one after the other, and none waits for whoever reads them.
package final class Observer: Sendable {
    let metrics = Metrics()
    private let level: Level
    let clocks: Clocks
    private let output: @Sendable (borrowing [UInt8]) -> Void
    /// What is still to be written to standard error; nil where lines go elsewhere.
    private let queue: LineQueue?
    private let state: Mutex<State>
    /// What the next line a minute will say.
    let minute = Mutex(Minute())

    private struct State {
        var line: Line
        var gates = Gates()
        var refusals = RefusalGates()
        var version = ""
    }

    /// An observer that writes lines of this level and graver.
    ///
    /// - Parameters:
    ///   - level: the least level of a line; metrics count in any case.
    ///   - format: of the lines.
    ///   - clocks: those of the machine unless a test turns its own.
    ///   - output: takes one whole line, its newline included; standard error unless said otherwise.
    package init(
        level: Level,
        format: LineFormat,
        clocks: Clocks = Clocks(),
        output: (@Sendable (borrowing [UInt8]) -> Void)? = nil
    ) {
        self.level = level
        self.clocks = clocks
        if let output {
            queue = nil
            self.output = output
        } else {
            let lostLines = metrics.lostLines
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

    /// Waits until all lines are written, for the end of a process; no longer than a second, since nobody may read them.
    package func finishLines() { queue?.finish(milliseconds: 1_000) }

    /// The line about lines that found no room while standard error took none.
    private static func linesLost(_ count: Int, format: LineFormat, at time: Int64) -> [UInt8] {
        var line = Line(format: format, writer: Writer(capacity: 256))
        line.begin(
            unixMilliseconds: time,
            level: .warning,
            event: "lines_lost",
            message: "lines were lost while standard error took none: look at what reads it"
        )
        line.number("lines", count)
        var bytes: [UInt8] = []
        line.end { bytes = copy $0 }
        return bytes
    }

    /// Whether lines of this level are written: what only such a line needs is then worth gathering.
    package func writes(_ level: Level) -> Bool { level <= self.level }

    /// All metrics as they are now.
    ///
    /// - Parameters:
    ///   - format: How the page is written.
    ///   - isReady: What `/readyz` says at the same moment.
    /// - Returns: The whole page.
    package func metricsPage(_ format: MetricsFormat = .prometheus, isReady: Bool = false) -> String {
        var text = MetricsText(format, countedSince: metrics.startTime.cell.value)
        let version = state.withLock { $0.version }
        for family in metrics.families(version: version, isReady: isReady, clocks) { text.add(family) }
        text.end()
        return text.text
    }

    /// The rows of the table of metrics in the docs.
    package static var metricsTable: String { Metrics.table }

    /// Writes a line, if its level is wanted; `fields` is not called otherwise.
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

    /// The same for what may come in floods: `limit` lines of a kind a second.
    func log(
        _ level: Level,
        _ event: StaticString,
        _ message: StaticString,
        kind: String,
        limit: Int,
        _ fields: (inout Line) -> Void
    ) {
        guard level <= self.level else { return }
        let time = clocks.wallMilliseconds()
        state.withLock { state in
            guard let suppressed = state.gates.pass(kind, limit: limit, unixMilliseconds: time) else {
                metrics.suppressedLines.add()
                return
            }
            state.line.begin(unixMilliseconds: time, level: level, event: event, message: message)
            fields(&state.line)
            if suppressed > 0 { state.line.number("suppressed", suppressed) }
            state.line.end(output)
        }
    }

    /// Counts refusals of a code and writes a line, unless there was one in the last minute; `fields` is told how many
    /// there were since then, these too.
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

    /// What the last minute came to, if one is over since the last time.
    func takeMinute() -> Minute.Sums? {
        let time = clocks.wallMilliseconds()
        return minute.withLock { $0.take(unixMilliseconds: time, backlog: metrics.backlogs.all) }
    }

    func begin(version: String) {
        metrics.startTime.cell.set(Int(clocks.wallMilliseconds() / 1000))
        state.withLock { $0.version = version }
    }
}
