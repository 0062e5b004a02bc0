import JSON
import Operations
import Options
import Views
import Vocabulary
import Worker

/// `fork-worker dead-letters`: lists, shows, redrives or parks dead letters.
enum DeadLettersCommand {
    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        switch options.deadLetters.action {
        case .redrive, .park: RedriveCommand(options).run(signals)
        case .list, .show: break
        }
        let interruption = "interrupted before everything was read"
        Command.run(options, signals, interruption: interruption) {
            command throws(OperationError) in
            command.progress.title = "reading \(command.cluster.topics.deadLetters(of: options.deadLetters.owner))"
            let topic = try DeadLetterTopic(command.cluster, of: options.deadLetters.owner)
            switch options.deadLetters.action {
            case .show(let place): try show(place, options.isJSON, topic, command)
            case .list, .redrive, .park: try list(options, topic, command)
            }
            return .done
        }
    }

    private static func list(
        _ options: Options,
        _ topic: borrowing DeadLetterTopic,
        _ command: Command
    ) throws(OperationError) {
        var index = try topic.index(LetterChoice(options.deadLetters))
        index.note(try ForgottenConnections.read(command.cluster))
        let letters = index.letters(all: options.deadLetters.includesSettled)
        let limit = options.deadLetters.limit ?? .max
        if options.deadLetters.isSummary {
            let property = LetterSummary.Property(rawValue: options.deadLetters.summaryProperty.rawValue) ?? .code
            let zones = ZoneTable(read: ZoneFolder(environment: ProcessEnvironment.current).read)
            let rows = try topic.summary(of: letters, by: property, in: command.cluster, zones: zones).prefix(limit)
            return command.print(
                Array(rows),
                asJSON: options.isJSON,
                { DeadLetterText.write($0, by: property.rawValue, into: &$1) },
                { DeadLetterText.lines($0, by: property.rawValue) }
            )
        }
        command.progress.title = "listing \(Figures.count(letters.count, "dead letter"))"
        command.progress.unit = "dead letters"
        try topic.forEach(Array(letters.prefix(limit))) { letter in
            if !options.isJSON { return command.print([DeadLetterText.line(letter.record)]) }
            command.print { DeadLetterText.write(letter.record, into: &$0) }
        }
        guard letters.count > limit else { return }
        let more = Figures.count(letters.count - limit, "more dead letter")
        command.say("\(more): raise --limit, or count them with --summary --by code, app, type or connection")
    }

    private static func show(
        _ place: Place,
        _ isJSON: Bool,
        _ topic: borrowing DeadLetterTopic,
        _ command: Command
    ) throws(OperationError) {
        let found = try topic.letter(at: LetterPlace(place))
        if isJSON {
            command.print { DeadLetterText.write(found.record, value: found.value, into: &$0) }
        } else {
            command.print(DeadLetterText.page(found.record, value: found.value))
        }
    }
}

extension DeadLettersOptions {
    /// The program that has written the dead letters.
    var owner: StateOwner { isOfWebhooks ? .dispatcher : .worker }
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
