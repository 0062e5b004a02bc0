import Glibc
package import Observation
import Worker

/// The progress display and the cancellation of a command, shared by all its steps.
///
/// A terminal shows one line that is updated; otherwise the log gets an event every ten seconds. Steps call
/// `update(done:of:)` or `checkCancellation()` while they work:
///
///     progress.title = "deleting topics"
///     for (index, topic) in topics.enumerated() {
///         try progress.update(done: Int64(index), of: Int64(topics.count))
///         try delete(topic)
///     }
///
/// After a signal, these calls throw `OperationError.cancelled`, which passes through to the command.
package final class Progress {
    package enum Display: Sendable {
        /// An updated line of this width in characters.
        case terminal(width: Int)
        case log(Observer)
        case nowhere
    }

    private static let lookEvery = Duration.milliseconds(100)
    private static let logEvery = Duration.seconds(10)
    /// Shorter work shows no progress.
    private static let quietFor = Duration.milliseconds(500)

    /// The current activity, such as `reading fork.documents`.
    package var title: String {
        didSet {
            // Counts of the previous activity would falsify the rate.
            meter = ProgressMeter()
            figures = (0, nil)
        }
    }
    /// The name of the counted things, in the plural.
    package var unit: String
    private let display: Display
    private let isStopRequested: () -> Bool
    private let write: ([UInt8]) -> Void
    private let begun = ContinuousClock.now
    private var lookedAt: ContinuousClock.Instant?
    private var loggedAt = ContinuousClock.now
    private var meter = ProgressMeter()
    private var figures: (done: Int64, total: Int64?) = (0, nil)
    private var isShown = false
    /// Whether a signal has cancelled the command; never becomes false again.
    package private(set) var isCancelled = false

    /// Creates a progress display; without arguments, one that shows nothing and is never cancelled.
    ///
    /// `unit` names the counted things, in the plural. `isStopRequested` is not called again after it was true.
    package init(
        _ title: String = "",
        unit: String = "records",
        on display: Display = .nowhere,
        write: @escaping ([UInt8]) -> Void = { StandardError.write($0) },
        isStopRequested: @escaping () -> Bool = { false }
    ) {
        self.title = title
        self.unit = unit
        self.display = display
        self.write = write
        self.isStopRequested = isStopRequested
    }

    /// Returns a terminal display if standard error is a terminal that can update a line, and the log otherwise.
    package static func display(_ observer: Observer, terminal: String?) -> Display {
        guard StandardError.isTerminal, terminal != "dumb" else { return .log(observer) }
        var size = winsize()
        let isKnown = unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return .terminal(width: isKnown ? Int(size.ws_col) : 80)
    }

    /// Updates the progress, and throws `cancelled` after a signal; cheap enough to call for every record.
    package func update(done: Int64, of total: Int64?) throws(OperationError) {
        figures = (done, total)
        try checkCancellation()
    }

    /// Throws `cancelled` after a signal; leaves the progress unchanged.
    package func checkCancellation() throws(OperationError) {
        refresh()
        if isCancelled { throw .cancelled }
    }

    /// Updates the progress and never throws; for work that is cancelled in another way.
    package func show(done: Int64, of total: Int64?) {
        figures = (done, total)
        refresh()
    }

    /// Updates the display and `isCancelled`, at most ten times a second.
    package func refresh() {
        let now = ContinuousClock.now
        if let lookedAt, now - lookedAt < Self.lookEvery { return }
        lookedAt = now
        isCancelled = isCancelled || isStopRequested()
        let milliseconds = Int64((now - begun) / .milliseconds(1))
        meter.note(done: Int(figures.done), of: figures.total.map { Int($0) }, milliseconds: milliseconds)
        if now - begun >= Self.quietFor { show(at: now) }
    }

    private func show(at now: ContinuousClock.Instant) {
        guard let reading = meter.reading else { return }
        switch display {
        case .terminal(let width):
            // The carriage return lets the next log line overwrite the progress line.
            write(Array("\u{1B}[2K\(ProgressLine.text(title, unit, reading, width: width - 1))\r".utf8))
            isShown = true
        case .log(let observer):
            guard now - loggedAt >= Self.logEvery else { return }
            loggedAt = now
            observer.progress(
                of: title,
                done: reading.done,
                total: reading.total,
                unit: unit,
                perSecond: reading.perSecond,
                secondsLeft: reading.secondsLeft
            )
        case .nowhere: break
        }
    }

    /// Reports a login failure, or else why this address does not answer, on the terminal or in the log.
    func report(_ contact: BrokerContacts.Contact, loginFailure: String?, secondsLeft: Int64) {
        let reason = loginFailure ?? contact.sentence
        let advice = loginFailure == nil ? contact.advice : "Check the options for the log-in."
        switch display {
        case .terminal:
            hide()
            write(Array("fork-worker: \(reason); trying for another \(secondsLeft) s\n".utf8))
        case .log(let observer): observer.brokerSilent(at: contact.address, reason: reason, advice: advice)
        case .nowhere: break
        }
    }

    /// Clears the progress line before other output.
    package func hide() {
        if isShown { write(Array("\u{1B}[2K".utf8)) }
        isShown = false
    }
}
