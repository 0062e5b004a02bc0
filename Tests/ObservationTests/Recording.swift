import Observation
import Synchronization
import System

/// An observer whose lines are kept, and whose clock stands until it is turned.
final class Recording: Sendable {
    private let lines = Mutex<[String]>([])
    private let time = Mutex<Int64>(1_714_119_300_123)

    func observer(level: Level = .debug, format: LineFormat = .text) -> Observer {
        Observer(level: level, format: format, clocks: Clocks(wallMilliseconds: { self.time.withLock { $0 } })) {
            line in
            let text = String(decoding: line, as: UTF8.self)
            self.lines.withLock { $0.append(text) }
        }
    }

    func turn(to milliseconds: Int64) { time.withLock { $0 = milliseconds } }
    func turn(by milliseconds: Int64) { time.withLock { $0 += milliseconds } }

    var now: Int64 { time.withLock { $0 } }

    /// All lines so far, newlines and all.
    var all: [String] { lines.withLock { $0 } }
}

/// What an observer of this level and format writes when something happens.
func lines(level: Level = .debug, format: LineFormat = .text, _ events: (Observer) -> Void) -> [String] {
    let recording = Recording()
    events(recording.observer(level: level, format: format))
    return recording.all
}
