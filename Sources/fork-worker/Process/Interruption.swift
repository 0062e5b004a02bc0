import Glibc
import Synchronization
import System

/// A signal that ends work which looks for it between its steps.
///
/// A thread waits for it, since a step may be a call that does not come back: an open of a pipe that nobody writes to, or
/// a write to one that nobody reads. After a while the thread then ends the process itself.
final class Interruption: Sendable {
    private static let graceMilliseconds: UInt32 = 3_000

    private let found = Mutex<String?>(nil)

    init(_ signals: StopSignals) {
        let thread = SystemThread { [self] in
            while true {
                guard let name = signals.wait(milliseconds: 60_000) else { continue }
                found.withLock { $0 = name }
                usleep(Self.graceMilliseconds * 1_000)
                _exit(ProcessEnvironment.Status.done.rawValue)
            }
        }
        if let thread { thread.detach() }
    }

    /// The name of the signal that has come.
    var signal: String? { found.withLock(\.self) }
}
