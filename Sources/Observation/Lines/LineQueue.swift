import Glibc
import Synchronization
import System

/// A queue of log lines, which a separate thread writes to a file descriptor.
///
/// A thread that logs never waits: a full, slow or closed descriptor only blocks the writer thread. Lines that do not
/// fit into the queue are dropped and counted. When there is room again, a line reports their number.
final class LineQueue: Sendable {
    /// The default limit, for about ten thousand lines: a burst fits, but a blocked reader does not fill the memory.
    static let usualBytes = 4 << 20
    private static let pieceBytes = 65_536

    private struct Waiting {
        var bytes: [UInt8] = []
        /// The number of bytes that the thread is writing, which still count as queued.
        var inFlight = 0
        var lost = 0
        var hasThread = false
        var isOver = false
    }

    private let descriptor: Int32
    private let maxBytes: Int
    /// Wakes the thread when there is a line.
    private let wakeup = WakeupEvent()
    private let linesLost: @Sendable (Int) -> [UInt8]
    private let waiting = Mutex(Waiting())

    /// Creates a queue that starts its thread with the first line.
    ///
    /// - Parameters:
    ///   - descriptor: The file descriptor, which the caller keeps open.
    ///   - maxBytes: The largest number of queued bytes.
    ///   - linesLost: Returns the line that reports this number of dropped lines.
    init(
        _ descriptor: Int32 = STDERR_FILENO,
        maxBytes: Int = usualBytes,
        linesLost: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.descriptor = descriptor
        self.maxBytes = maxBytes
        self.linesLost = linesLost
    }

    /// Adds a complete line and returns at once.
    func write(_ line: borrowing [UInt8]) {
        let (wakes, begins) = waiting.withLock { waiting in
            guard waiting.bytes.count + waiting.inFlight + line.count <= maxBytes else {
                waiting.lost += 1
                return (waiting.bytes.isEmpty, false)
            }
            let begins = !waiting.hasThread
            let wakes = waiting.bytes.isEmpty
            waiting.hasThread = true
            waiting.bytes.append(contentsOf: copy line)
            return (wakes, begins)
        }
        if begins { begin() }
        if wakes { wakeup.ring() }
    }

    /// Waits at the end of a process until all lines are written, but not longer than this time.
    func finish(milliseconds: Int64) {
        let deadline = ContinuousClock.now + .milliseconds(milliseconds)
        while !isEmpty, ContinuousClock.now < deadline { usleep(1_000) }
    }

    /// Lets the thread end after it has written the queued lines.
    func end() {
        waiting.withLock { $0.isOver = true }
        wakeup.ring()
    }

    private var isEmpty: Bool {
        waiting.withLock { $0.bytes.isEmpty && $0.inFlight == 0 && $0.lost == 0 }
    }

    private func begin() {
        if let thread = SystemThread({ self.work() }) {
            thread.detach()
        } else {
            // The next line tries again.
            waiting.withLock { $0.hasThread = false }
        }
    }

    /// Runs the thread: writes the queued lines, then waits for more.
    private func work() {
        var piece: [UInt8] = []
        while true {
            take(&piece)
            if piece.isEmpty {
                if waiting.withLock({ $0.isOver }) { return }
                wakeup.wait()
            } else {
                write(piece: piece)
            }
        }
    }

    /// Takes the queued bytes, or else the line about dropped lines.
    private func take(_ piece: inout [UInt8]) {
        // Free the memory that a burst needed.
        if piece.capacity > Self.pieceBytes { piece = [] } else { piece.removeAll(keepingCapacity: true) }
        var next = piece
        piece = []
        let lost = waiting.withLock { waiting in
            swap(&waiting.bytes, &next)
            defer { waiting.inFlight = next.count }
            guard next.isEmpty else { return 0 }
            defer { waiting.lost = 0 }
            return waiting.lost
        }
        piece = next
        guard lost > 0 else { return }
        piece = linesLost(lost)
        waiting.withLock { $0.inFlight = piece.count }
    }

    /// Writes all bytes, unless the other end is closed.
    private func write(piece: [UInt8]) {
        var done = 0
        while done < piece.count {
            let count = unsafe piece.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
            }
            if count > 0 {
                done += count
            } else if count < 0, errno == EAGAIN {
                // Another process that shares the descriptor has made it non-blocking.
                var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                unsafe poll(&room, 1, 1_000)
            } else if count < 0, errno == EINTR {
                continue
            } else {
                return
            }
        }
    }
}
