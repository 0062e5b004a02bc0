import Files
import Glibc
import Observation
import Operations
import Options
import Views
import Worker

/// `fork-worker send`: sends lines of files to the topic of uploads or of connection settings.
struct SendCommand: ~Copyable {
    /// How long to wait for acknowledgements after a signal.
    private static let grace = Duration.seconds(5)
    private static let waitMilliseconds: Int32 = 50

    private let files: [String]
    private let size: SendSize
    private let skippedLines: Int
    private let command: Command
    private var sender: Sender
    private var number = 0
    /// The total size of the files before the current one.
    private var passedBytes = 0

    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        Command.run(options, signals) { command throws(OperationError) in
            let topics = command.cluster.topics
            let topic = options.send.target == .uploads ? topics.uploads : topics.connections
            var done = options.send.skippedLines
            do throws(OperationError) {
                var sending = try SendCommand(options, topic, command)
                defer { done = sending.sender.doneCount }
                try sending.send()
                let tally = sending.sender.tally
                let summary = Self.summary(tally, options.send.isDryRun ? nil : topic)
                return Command.Ending(status: tally.wrong == 0 ? .done : .failure, summary: summary)
            } catch {
                throw OperationError("\(error)\nfork-worker: to continue from here, add --skip \(done)")
            }
        }
    }

    private init(_ options: Options, _ topic: String, _ command: Command) throws(OperationError) {
        files = options.operands.isEmpty ? ["-"] : options.operands
        size = SendSize(files)
        skippedLines = options.send.skippedLines
        self.command = command
        command.progress.title = options.send.isDryRun ? "checking" : "sending to \(topic)"
        command.progress.unit = size.unit
        sender = try Sender(
            to: options.send.isDryRun ? nil : topic,
            in: command.cluster,
            connection: options.send.connection,
            perSecond: options.send.ratePerSecond,
            skipped: options.send.skippedLines
        )
    }

    /// Sends all lines, and waits for their acknowledgements.
    private mutating func send() throws(OperationError) {
        var fault: OperationError?
        do throws(OperationError) {
            for path in files { try send(path) }
        } catch {
            fault = error
        }
        // Lines that were sent before an unreadable file must still be acknowledged.
        let deadline = ContinuousClock.now + Self.grace
        do throws(OperationError) {
            while sender.hasPending, fault == nil || ContinuousClock.now <= deadline {
                command.progress.refresh()
                if command.progress.isCancelled { fault = fault ?? .cancelled }
                try sender.serve(waitMilliseconds: Self.waitMilliseconds)
            }
        } catch {
            fault = fault ?? error
        }
        complain()
        if let fault { throw fault }
    }

    private mutating func send(_ path: String) throws(OperationError) {
        var reader = try OperationError.of { () throws(FileFailure) in try LineReader(path) }
        var line = 0
        while true {
            let done = size.done(lines: number, bytes: passedBytes + reader.position)
            try command.progress.update(done: done, of: size.total)
            let next = try OperationError.of { () throws(FileFailure) in
                try reader.next(waitMilliseconds: Self.waitMilliseconds)
            }
            switch next {
            case .nothingYet: try serve()
            case .end:
                passedBytes += reader.position
                return
            case .line(let bytes):
                line += 1
                number += 1
                if line == 1, let hint = reader.hint { command.say(hint) }
                if number > skippedLines { try offer(bytes, LinePlace(file: reader.name, line: line)) }
            }
        }
    }

    private mutating func offer(_ line: [UInt8], _ place: LinePlace) throws(OperationError) {
        try sender.offer(line, number: number, at: place)
        complain()
    }

    private mutating func serve() throws(OperationError) {
        try sender.serve(waitMilliseconds: 0)
        complain()
    }

    private mutating func complain() {
        let complaints = sender.takeComplaints()
        if complaints.isEmpty { return }
        command.progress.hide()
        StandardError.write(Array(complaints.map { "\($0)\n" }.joined().utf8))
    }

    /// Returns a summary; `topic` is nil if the lines were only checked.
    private static func summary(_ tally: Sender.Tally, _ topic: String?) -> String {
        let wrong = tally.wrong == 0 ? "" : ", \(Figures.count(tally.wrong, "line")) left out (named above)"
        guard let topic else { return "\(Figures.count(tally.sent, "line")) could be sent\(wrong); nothing was sent" }
        return "\(Figures.count(tally.sent, "line")) sent to \(topic)\(wrong)"
    }
}

extension OperationError {
    /// Runs a file operation and converts its error.
    fileprivate static func of<Value: ~Copyable>(_ call: () throws(FileFailure) -> Value) throws(OperationError)
        -> Value
    {
        do throws(FileFailure) {
            return try call()
        } catch {
            throw OperationError(error.message)
        }
    }
}
