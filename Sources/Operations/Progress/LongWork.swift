import Glibc
package import Observation

/// The progress display and cancellation of a long-running command.
///
/// A terminal shows one line that is updated; otherwise the log gets an event every ten seconds.
package struct LongWork {
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
    /// The counted things, in the plural.
    package var unit: String
    private let display: Display
    private let isStopped: () -> Bool
    private let write: ([UInt8]) -> Void
    private let begun = ContinuousClock.now
    private var lookedAt: ContinuousClock.Instant?
    private var loggedAt = ContinuousClock.now
    private var meter = ProgressMeter()
    private var figures: (done: Int64, total: Int64?) = (0, nil)
    private var isShown = false
    /// Whether cancellation was requested.
    package private(set) var wasStopped = false

    /// - Parameters:
    ///   - title: The current activity.
    ///   - unit: The counted things, in the plural.
    ///   - display: Where to show progress.
    ///   - write: Writes bytes to the terminal.
    ///   - isStopped: Whether cancellation was requested.
    package init(
        _ title: String,
        unit: String,
        on display: Display,
        write: @escaping ([UInt8]) -> Void = { StandardError.write($0) },
        isStopped: @escaping () -> Bool = { false }
    ) {
        self.title = title
        self.unit = unit
        self.display = display
        self.write = write
        self.isStopped = isStopped
    }

    /// Returns a terminal display if standard error is a terminal that can update a line, and the log otherwise.
    package static func display(_ observer: Observer, terminal: String?) -> Display {
        guard StandardError.isTerminal, terminal != "dumb" else { return .log(observer) }
        var size = winsize()
        let isKnown = unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return .terminal(width: isKnown ? Int(size.ws_col) : 80)
    }

    /// Updates the progress, and returns whether to continue; cheap enough to call for every record.
    package mutating func goesOn(done: Int64, of total: Int64?) -> Bool {
        figures = (done, total)
        return goesOn()
    }

    /// Returns whether to continue, without new progress.
    package mutating func goesOn() -> Bool {
        let now = ContinuousClock.now
        if let lookedAt, now - lookedAt < Self.lookEvery { return !wasStopped }
        lookedAt = now
        wasStopped = wasStopped || isStopped()
        let milliseconds = Int64((now - begun) / .milliseconds(1))
        meter.note(done: Int(figures.done), of: figures.total.map { Int($0) }, milliseconds: milliseconds)
        if now - begun >= Self.quietFor { show(at: now) }
        return !wasStopped
    }

    private mutating func show(at now: ContinuousClock.Instant) {
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

    /// Clears the progress line before other output.
    package mutating func hide() {
        if isShown { write(Array("\u{1B}[2K".utf8)) }
        isShown = false
    }
}
