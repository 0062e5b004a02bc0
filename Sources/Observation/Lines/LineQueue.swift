import Glibc
import Synchronization
import System

/// Lines on their way to a descriptor, written by a thread of their own.
///
/// Whoever has a line to say only hands it in: a descriptor that is full, slow or closed holds up this thread and nobody
/// else. What finds no room is lost and counted, and when there is room again a line says how many were.
final class LineQueue: Sendable {
    /// Some ten thousand lines: a burst of them goes through, an outage of the reader does not fill the memory.
    static let usualBytes = 4 << 20
    private static let pieceBytes = 65_536

    private struct Waiting {
        var bytes: [UInt8] = []
        /// What the thread is just writing; it takes room until that is done.
        var inFlight = 0
        var lost = 0
        var hasThread = false
        var isOver = false
    }

    private let descriptor: Int32
    private let maxBytes: Int
    /// By which the thread hears of a line.
    private let bell = Bell()
    private let linesLost: @Sendable (Int) -> [UInt8]
    private let waiting = Mutex(Waiting())

    /// A queue that begins its thread with the first line.
    ///
    /// - Parameters:
    ///   - descriptor: Where lines go; it stays the caller's.
    ///   - maxBytes: So much may wait.
    ///   - linesLost: The line that says how many found no room.
    init(
        _ descriptor: Int32 = STDERR_FILENO,
        maxBytes: Int = usualBytes,
        linesLost: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.descriptor = descriptor
        self.maxBytes = maxBytes
        self.linesLost = linesLost
    }

    /// Hands in a whole line; comes back at once.
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
        if wakes { bell.ring() }
    }

    /// Waits until everything is written, but no longer than so; for the last lines of a process.
    func finish(milliseconds: Int64) {
        let deadline = ContinuousClock.now + .milliseconds(milliseconds)
        while !isEmpty, ContinuousClock.now < deadline { usleep(1_000) }
    }

    /// Has the thread end when it has written what waits.
    func end() {
        waiting.withLock { $0.isOver = true }
        bell.ring()
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

    /// The thread: writes what waits, then waits for more.
    private func work() {
        var piece: [UInt8] = []
        while true {
            take(&piece)
            if piece.isEmpty {
                if waiting.withLock({ $0.isOver }) { return }
                bell.wait()
            } else {
                write(piece: piece)
            }
        }
    }

    /// Exchanges what was written for what waits; with nothing more to write it is the line that tells of those lost.
    private func take(_ piece: inout [UInt8]) {
        // What a flood took is given back.
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

    /// Writes all of it, unless the other end is gone: then nobody can be told.
    private func write(piece: [UInt8]) {
        var done = 0
        while done < piece.count {
            let count = unsafe piece.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
            }
            if count > 0 {
                done += count
            } else if count < 0, errno == EAGAIN {
                // Somebody who shares the descriptor made it non-blocking.
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
