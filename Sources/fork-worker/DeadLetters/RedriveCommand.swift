import Files
import JSON
import Observation
import Operations
import Options
import Views
import Worker

/// `fork-worker dead-letters redrive` and `park`.
struct RedriveCommand {
    /// The largest number of unchanged dead letters in the output; further dead letters are only counted.
    private static let namedMax = 100
    private static let longestValue = 64 << 20

    private let options: Options
    private var isRedrive: Bool { if case .redrive = options.deadLetters.action { true } else { false } }

    init(_ options: Options) { self.options = options }

    func run(_ signals: StopSignals) -> Never {
        let interruption = OperationError.cancelled.description
        Command.run(options, signals, interruption: interruption) {
            command throws(OperationError) in
            command.progress.title = "reading \(command.cluster.topics.deadLetters(of: options.deadLetters.owner))"
            let report = Report(isRedrive: isRedrive, isJSON: options.isJSON)
            var tally = Redriver.Tally()
            defer {
                command.progress.hide()
                report.finish()
            }
            do throws(OperationError) {
                let action: Redriver.Action =
                    isRedrive ? .redrive(try words(), again: options.deadLetters.isAgain) : .park
                var redriver = try Redriver(
                    action,
                    in: command.cluster,
                    of: options.deadLetters.owner,
                    isDryRun: options.deadLetters.isDryRun,
                    onDone: report.done,
                    onNotSent: report.stays
                )
                defer { tally = redriver.tally }
                try redriver.perform(LetterChoice(options.deadLetters))
            } catch {
                guard tally.letters > 0, !options.deadLetters.isDryRun else { throw error }
                throw OperationError(
                    "\(error)\nfork-worker: before that, \(figures(tally)); run the command again for the rest"
                )
            }
            return Command.Ending(status: tally.notSent == 0 ? .done : .failure, summary: summary(tally))
        }
    }

    private func words() throws(OperationError) -> RedriveWords {
        var words = RedriveWords()
        words.collectedAtMilliseconds = options.deadLetters.collectedAt?.unixMilliseconds
        guard let valueFile = options.deadLetters.valueFile else { return words }
        guard let value = FileBytes.read(valueFile, longest: Self.longestValue) else {
            throw OperationError("\(valueFile): can't be read, or is longer than \(Self.longestValue >> 20) MiB")
        }
        var parser = Parser()
        do throws(ParseError) {
            _ = try parser.parse(value)
        } catch {
            throw OperationError("\(valueFile): not JSON, and would be refused again: \(error.description)")
        }
        words.replacementValue = value
        return words
    }

    /// Returns the counts as text, such as `3 dead letters redriven as 1 record`.
    private func figures(_ tally: Redriver.Tally) -> String {
        let letters = Figures.count(tally.letters, "dead letter")
        let would = options.deadLetters.isDryRun ? " would be" : ""
        guard isRedrive else { return "\(letters)\(would) parked" }
        return "\(letters)\(would) redriven as \(Figures.count(tally.records, "record"))"
    }

    private func summary(_ tally: Redriver.Tally) -> String {
        let left = tally.notSent == 0 ? "" : ", \(tally.notSent) left as \(tally.notSent == 1 ? "it is" : "they are")"
        if options.deadLetters.isDryRun { return "\(figures(tally))\(left); nothing was written" }
        let next =
            isRedrive && tally.records > 0
            ? "; a record that is refused again becomes a new dead letter: dead-letters list" : ""
        return "\(figures(tally))\(left)\(next)"
    }

    /// Prints each result as soon as it is known.
    private final class Report {
        private let isRedrive: Bool
        private let isJSON: Bool
        private var printer = LinePrinter()
        private var complaints: [String] = []
        private var stayCount = 0

        init(isRedrive: Bool, isJSON: Bool) {
            self.isRedrive = isRedrive
            self.isJSON = isJSON
        }

        func done(_ change: LetterChange) {
            printer.print { writer in
                if isJSON {
                    RedriveText.write(change, into: &writer)
                } else {
                    writer.raw(Array(RedriveText.line(change).utf8))
                }
            }
        }

        func stays(_ letter: NotSent) {
            stayCount += 1
            guard stayCount <= namedMax else { return }
            let text = "\(letter.place): not \(isRedrive ? "redriven" : "parked"): \(letter.reason)"
            complaints.append(DocumentView.shown(text))
        }

        func finish() {
            printer.flush()
            let rest = stayCount - complaints.count
            if rest > 0 { complaints.append("and \(Figures.count(rest, "more dead letter"))") }
            // The progress line is already cleared here.
            StandardError.write(Array(complaints.map { "\($0)\n" }.joined().utf8))
        }
    }
}
