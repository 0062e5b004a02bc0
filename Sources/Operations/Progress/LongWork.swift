import Glibc
package import Observation

/// What long work does beside itself: it shows how far it is, and hears whether it is to stop.
///
/// On a terminal one line moves; elsewhere the log says it every ten seconds.
package struct LongWork {
    /// Where progress is shown.
    package enum Display: Sendable {
        /// A line of so many characters that moves.
        case terminal(width: Int)
        case log(Observer)
        case nowhere
    }

    private static let lookEvery = Duration.milliseconds(100)
    private static let logEvery = Duration.seconds(10)
    /// What is over before needs no line.
    private static let quietFor = Duration.milliseconds(500)

    /// What is going on, such as `reading fork.documents`.
    package var title: String {
        didSet {
            // What was counted before says nothing of the rate of what comes now.
            meter = ProgressMeter()
            figures = (0, nil)
        }
    }
    /// What is counted, in the plural.
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
    /// Whether somebody has asked for the end.
    package private(set) var wasStopped = false

    /// - Parameters:
    ///   - title: what is going on.
    ///   - unit: what is counted, in the plural.
    ///   - display: where it is shown.
    ///   - write: takes what goes to the terminal.
    ///   - isStopped: whether somebody has asked for the end.
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

    /// Whether standard error is a terminal that can have a line that moves, and how wide it is; else its log.
    package static func display(_ observer: Observer, terminal: String?) -> Display {
        guard StandardError.isTerminal, terminal != "dumb" else { return .log(observer) }
        var size = winsize()
        let isKnown = unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return .terminal(width: isKnown ? Int(size.ws_col) : 80)
    }

    /// Shows how far it is, now and then, and says whether to go on; cheap to call for every record.
    package mutating func goesOn(done: Int64, of total: Int64?) -> Bool {
        figures = (done, total)
        return goesOn()
    }

    /// The same while it waits, and is where it was.
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
            // The cursor goes back, so that a log line takes the line's place.
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

    /// Takes the line away, before anything else is said.
    package mutating func hide() {
        if isShown { write(Array("\u{1B}[2K".utf8)) }
        isShown = false
    }
}
