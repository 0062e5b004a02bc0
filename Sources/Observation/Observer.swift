import JSON
import Synchronization

/// Where everything that happens is said: one function per event, which writes its line and counts its metrics.
///
/// Lines have no health data and no secrets: what an event can say is its function's parameters. Any thread may call;
/// lines of several threads come one after the other.
package final class Observer: Sendable {
    let metrics = Metrics()
    private let level: Level
    private let now: @Sendable () -> Int64
    private let output: @Sendable (borrowing [UInt8]) -> Void
    private let state: Mutex<State>

    private struct State {
        var line: Line
        var gates = Gates()
        var version = ""
    }

    /// An observer that writes lines of this level and graver.
    ///
    /// - Parameters:
    ///   - level: the least level of a line; metrics count in any case.
    ///   - format: of the lines.
    ///   - now: milliseconds since 1970, the system's clock unless a test turns its own.
    ///   - output: takes one whole line, its newline included; standard error unless said otherwise.
    package init(
        level: Level,
        format: LineFormat,
        now: (@Sendable () -> Int64)? = nil,
        output: @escaping @Sendable (borrowing [UInt8]) -> Void = { StandardError.write($0) }
    ) {
        self.level = level
        self.now = now ?? { Timestamp.now() }
        self.output = output
        state = Mutex(State(line: Line(format: format, writer: Writer(capacity: 512))))
    }

    /// Whether lines of this level are written: what only such a line needs is then worth gathering.
    package func writes(_ level: Level) -> Bool { level <= self.level }

    /// All metrics in Prometheus' text format 0.0.4 (`text/plain; version=0.0.4; charset=utf-8`).
    package func prometheusText() -> String {
        metrics.prometheusText(version: state.withLock { $0.version })
    }

    /// Writes a line, if its level is wanted; `fields` is not called otherwise.
    func log(_ level: Level, _ event: StaticString, _ message: StaticString, _ fields: (inout Line) -> Void = { _ in })
    {
        guard level <= self.level else { return }
        let time = now()
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
        let time = now()
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

    func begin(version: String) {
        metrics.startTime.cell.set(Int(now() / 1000))
        state.withLock { $0.version = version }
    }
}
