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
    private var sender: Sender
    private var work: LongWork
    private var number = 0
    /// The total size of the files before the current one.
    private var passedBytes = 0

    static func run(_ options: SendOptions, _ signals: StopSignals) -> Never {
        let observer = Observer(options.log)
        let cluster = Cluster(options.cluster, observer: observer)
        let topic = options.target == .uploads ? cluster.topics.uploads : cluster.topics.connections
        var done = options.skippedLines
        do throws(OperationError) {
            var command = try SendCommand(options, topic, cluster, signals)
            let fault = command.send()
            done = command.sender.doneCount
            if let fault { throw fault }
            let tally = command.sender.tally
            let status: ProcessEnvironment.Status = tally.wrong == 0 ? .done : .failure
            let target = options.isDryRun ? nil : topic
            ProcessEnvironment.leave(status, after: observer, saying: summary(tally, target))
        } catch {
            let text = "\(error)\nfork-worker: to continue from here, add --skip \(done)"
            ProcessEnvironment.leave(.failure, after: observer, saying: text)
        }
    }

    private init(
        _ options: SendOptions,
        _ topic: String,
        _ cluster: Cluster,
        _ signals: StopSignals
    ) throws(OperationError) {
        files = options.files.isEmpty ? ["-"] : options.files
        size = SendSize(files)
        skippedLines = options.skippedLines
        work = LongWork(
            options.isDryRun ? "checking" : "sending to \(topic)",
            unit: size.unit,
            observer: cluster.observer,
            signals: signals
        )
        sender = try Sender(
            to: options.isDryRun ? nil : topic,
            in: cluster,
            connection: options.connection,
            perSecond: options.ratePerSecond,
            skipped: options.skippedLines
        )
    }

    /// Sends all lines and waits for their acknowledgements; returns the error if one occurred.
    private mutating func send() -> OperationError? {
        var fault: OperationError?
        do throws(OperationError) {
            for path in files where !work.wasStopped { try send(path) }
        } catch {
            fault = error
        }
        // Lines that were sent before an unreadable file must still be acknowledged.
        let deadline = ContinuousClock.now + Self.grace
        do throws(OperationError) {
            while sender.hasPending {
                let isHurried = work.wasStopped || fault != nil
                if isHurried, ContinuousClock.now > deadline { break }
                _ = work.goesOn()
                try sender.serve(waitMilliseconds: Self.waitMilliseconds)
            }
        } catch {
            fault = fault ?? error
        }
        complain()
        work.hide()
        return fault ?? (work.wasStopped ? OperationError("interrupted") : nil)
    }

    private mutating func send(_ path: String) throws(OperationError) {
        var reader = try OperationError.of { () throws(FileFailure) in try LineReader(path) }
        var line = 0
        while goesOn(reader.position) {
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
                if line == 1, let hint = reader.hint {
                    work.hide()
                    StandardError.write(Array("fork-worker: \(hint)\n".utf8))
                }
                if number > skippedLines { try offer(bytes, LinePlace(file: reader.name, line: line)) }
            }
        }
    }

    private mutating func goesOn(_ position: Int) -> Bool {
        work.goesOn(done: size.done(lines: number, bytes: passedBytes + position), of: size.total)
    }

    private mutating func offer(_ line: [UInt8], _ place: LinePlace) throws(OperationError) {
        _ = try sender.offer(line, number: number, at: place, &work)
        complain()
    }

    private mutating func serve() throws(OperationError) {
        try sender.serve(waitMilliseconds: 0)
        complain()
    }

    private mutating func complain() {
        let complaints = sender.takeComplaints()
        if complaints.isEmpty { return }
        work.hide()
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
