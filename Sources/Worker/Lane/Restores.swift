package import System

/// The running restores of a lane, and canceled restores whose threads have not ended.
///
/// A canceled thread ends when its current request is answered, and writes nothing more.
package struct Restores {
    package private(set) var mailboxes: [RestoreMailbox] = []

    package init() {}

    package var areRunning: Bool { !mailboxes.isEmpty }
    package var haveThreads: Bool { mailboxes.contains { !$0.hasEnded } }

    package mutating func begin(_ mailbox: RestoreMailbox) { mailboxes.append(mailbox) }

    /// Cancels the restores of these partitions; nil: all restores.
    package mutating func cancel(_ partitions: [Int32]? = nil) {
        for mailbox in mailboxes {
            if let partitions { mailbox.cancel(partitions) } else { mailbox.cancel() }
        }
        forgetEnded()
    }

    /// Cancels all restores, and waits for their threads up to this time.
    package mutating func end(within milliseconds: Int64, _ clocks: Clocks) {
        cancel()
        let deadline = clocks.steadyMilliseconds() + milliseconds
        while haveThreads, clocks.steadyMilliseconds() < deadline { clocks.sleep(milliseconds: 5) }
    }

    /// Removes the restores whose threads have ended and whose results were taken.
    package mutating func forgetEnded() { mailboxes.removeAll { $0.hasEnded && !$0.isTelling } }
}
