import Glibc
import Synchronization
import System

/// A stop signal, for work that checks for signals between its steps.
///
/// A thread waits for the signal, because a step may block forever, for example when it opens a pipe without a writer.
/// The thread ends the process 3 s after the signal, if the process still runs.
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

    /// The name of the signal; nil if none has arrived.
    var signal: String? { found.withLock(\.self) }
}
