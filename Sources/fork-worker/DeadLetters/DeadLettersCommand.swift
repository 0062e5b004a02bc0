import Files
import Glibc
import JSON
import Observation
import Operations
import Options
import Views
import Worker

/// `fork-worker dead-letters`: lists, shows, redrives or parks dead letters.
enum DeadLettersCommand {
    static func run(_ options: DeadLettersOptions, _ signals: StopSignals) -> Never {
        let observer = Observer(options.log)
        let cluster = Cluster(options.cluster, observer: observer)
        var work = LongWork(
            "reading \(cluster.topics.deadLetters)",
            unit: "records",
            observer: observer,
            signals: signals
        )
        let choice = LetterChoice(options)
        switch options.action {
        case .redrive, .park: RedriveCommand(options).run(in: cluster, choice, work)
        case .list, .show: break
        }
        do throws(OperationError) {
            var printer = LinePrinter()
            let topic = try DeadLetterTopic(cluster)
            switch options.action {
            case .show(let place): try show(place, options.isJSON, topic, &work, &printer)
            case .list, .redrive, .park: try list(choice, options, cluster, topic, &work, &printer)
            }
            printer.flush()
            if printer.isClosed { throw OperationError("standard output is closed") }
            ProcessEnvironment.leave(.done, after: observer)
        } catch {
            work.hide()
            ProcessEnvironment.leave(.failure, after: observer, saying: error.description)
        }
    }

    private static let interrupted = OperationError("interrupted before everything was read")

    private static func list(
        _ choice: LetterChoice,
        _ options: DeadLettersOptions,
        _ cluster: Cluster,
        _ topic: borrowing DeadLetterTopic,
        _ work: inout LongWork,
        _ printer: inout LinePrinter
    ) throws(OperationError) {
        guard var index = try topic.index(choice, &work), let forgotten = try ForgottenConnections.read(cluster, &work)
        else { throw interrupted }
        index.note(forgotten)
        let letters = index.letters(all: options.includesSettled)
        if options.isSummary {
            work.hide()
            let counts = letters.reduce(into: [:]) { $0[$1.code, default: 0] += 1 }
            return print(counts, options.isJSON, &printer)
        }
        work.title = "listing \(Figures.count(letters.count, "dead letter"))"
        work.unit = "dead letters"
        let isWhole = try topic.forEach(letters, &work) { letter in
            if printer.isClosed { return }
            printer.print { writer in
                if options.isJSON {
                    DeadLetterText.write(letter, into: &writer)
                } else {
                    writer.raw(Array(DeadLetterText.line(letter).utf8))
                }
            }
        }
        work.hide()
        if !isWhole { throw interrupted }
    }

    private static func print(_ counts: [String: Int], _ isJSON: Bool, _ printer: inout LinePrinter) {
        for (code, count) in counts.sorted(by: { $0.key < $1.key }) {
            printer.print { writer in
                if isJSON {
                    DeadLetterText.write(count, code: code, into: &writer)
                } else {
                    let shown = Paragraph.pad(DocumentView.shown(code), to: 24)
                    writer.raw(Array("\(shown)\(Figures.count(count, "dead letter"))".utf8))
                }
            }
        }
    }

    private static func show(
        _ place: Place,
        _ isJSON: Bool,
        _ topic: borrowing DeadLetterTopic,
        _ work: inout LongWork,
        _ printer: inout LinePrinter
    ) throws(OperationError) {
        guard let found = try topic.letter(at: LetterPlace(place), &work) else { throw interrupted }
        work.hide()
        if isJSON {
            printer.print { DeadLetterText.write(found.record, value: found.value, into: &$0) }
        } else {
            for line in DeadLetterText.page(found.record, value: found.value) { printer.print(Array(line.utf8)) }
        }
    }
}

extension LetterPlace {
    init(_ place: Place) { self.init(place.partition, place.offset) }
}

extension LetterChoice {
    /// Converts the options to a choice of dead letters.
    init(_ options: DeadLettersOptions) {
        switch options.action {
        case .redrive(let places) where !places.isEmpty, .park(let places) where !places.isEmpty:
            self = .places(Set(places.map { LetterPlace($0) }))
        case .list, .show, .redrive, .park:
            var filter = DeadLetterFilter()
            filter.code = options.code
            filter.connection = options.connection
            filter.since = options.since?.unixMilliseconds
            filter.until = options.until?.unixMilliseconds
            filter.upload = options.upload.map { RefusedPlace($0.topic, $0.place.partition, $0.place.offset) }
            self = .filter(filter)
        }
    }
}
