import Files
import Glibc
import Health
import JSON
import Observation
import Options
import Store
import Views
import Vocabulary
import Worker

/// `fork-worker transform`: processes lines of uploads into records, with the state in memory and without a broker.
struct TransformCommand: ~Copyable {
    private let options: Options
    private var loop: CommitLoop<MemoryStore>
    private var printer = LinePrinter()
    private var accounting = Accounting()
    private var refusals = RefusalLines()
    /// With `--final`: the line of each live document, by topic and key.
    private var live: [LiveKey: [UInt8]] = [:]

    /// The longest delay until a signal is noticed while standard input is idle.
    private static let waitMilliseconds: Int32 = 100

    private struct LiveKey: Hashable {
        let topic: String
        let key: [UInt8]
    }

    /// Runs the command, and returns the exit status.
    static func run(_ options: Options, _ signals: StopSignals) -> Int32 {
        let zones: ZoneTable
        do throws(StartError) {
            zones = try ZoneFolder(environment: ProcessEnvironment.current).table()
        } catch {
            return ProcessEnvironment.complain("fork-worker: \(error)\n", status: .failure)
        }
        var command = TransformCommand(
            options: options,
            processor: Processor(rules: options.rules, zones: zones)
        )
        let isJSON = options.log.format == .json
        do throws(FileFailure) {
            if let path = options.transform.connections, let wrong = try command.readConnections(path) {
                return ProcessEnvironment.complain([wrong], asJSON: isJSON, status: .usage)
            }
        } catch {
            return ProcessEnvironment.complain(["--connections: \(error.message)"], asJSON: isJSON, status: .usage)
        }
        let interruption = Interruption(signals)
        do throws(FileFailure) {
            try command.transform(interruption)
            return command.end(interruption.signal)
        } catch {
            command.printer.flush()
            return ProcessEnvironment.complain("fork-worker: \(error.message)\n", status: .failure)
        }
    }

    private init(options: Options, processor: consuming Processor) {
        self.options = options
        loop = CommitLoop(processor, over: MemoryStore())
    }

    /// Reads connection settings; returns an error message for the first invalid line.
    private mutating func readConnections(_ path: String) throws(FileFailure) -> String? {
        var reader = try LineReader(path)
        while let line = try reader.next() { loop.add(line: line, to: .connections) }
        sayHint(of: reader)
        guard let letter = loop.commit().records.first?.deadLetter else { return nil }
        let line = letter.place.offset + 1
        return "--connections: line \(line) of \(path) is invalid (\(letter.code)): \(letter.message)"
    }

    private mutating func transform(_ interruption: Interruption) throws(FileFailure) {
        var lines = 0
        for name in options.operands.isEmpty ? ["-"] : options.operands where interruption.signal == nil {
            var reader = try LineReader(name)
            refusals.begin(name, linesBefore: Int64(lines))
            var isFirst = true
            var waitMilliseconds: Int32 = 0
            reading: while interruption.signal == nil {
                switch try reader.next(waitMilliseconds: waitMilliseconds) {
                case .nothingYet:
                    // A program that sends line by line waits for the output of each line.
                    if waitMilliseconds == 0 { printer.flush() }
                    waitMilliseconds = Self.waitMilliseconds
                    continue
                case .end: break reading
                case .line(let line):
                    loop.add(line: line, connection: options.transform.connection.map { Array($0.utf8) })
                }
                waitMilliseconds = 0
                if isFirst { sayHint(of: reader) }
                isFirst = false
                lines += 1
                if lines.isMultiple(of: options.transform.commitEvery) { try commit() }
                if printer.isClosed { return }
            }
        }
        try commit()
    }

    /// Prints the hint about a file that does not look like JSON lines.
    private func sayHint(of reader: borrowing LineReader) {
        if let hint = reader.hint { StandardError.write(Array("fork-worker: \(hint)\n".utf8)) }
    }

    private mutating func commit() throws(FileFailure) {
        let outcome = loop.commit()
        if let broken = outcome.broken {
            throw FileFailure(
                "\(broken): this is a defect of fork-worker, and nothing of the commit was printed. Report it."
            )
        }
        accounting += outcome.accounting
        for record in outcome.records {
            if let letter = record.deadLetter, let line = refusals.line(of: letter) {
                StandardError.write(Array(line.utf8))
            }
            guard options.transform.final else {
                printer.print { RecordLine.write(record, into: &$0) }
                continue
            }
            guard record.kind == .document, let key = record.key else { continue }
            live[LiveKey(topic: record.topic, key: key)] = record.value == nil ? nil : RecordLine.bytes(record)
        }
    }

    /// Prints the live documents for `--final`, and the accounting.
    private mutating func end(_ signal: String?) -> Int32 {
        let lines = live.sorted {
            if $0.key.topic != $1.key.topic { return $0.key.topic.utf8.lexicographicallyPrecedes($1.key.topic.utf8) }
            return $0.key.key.lexicographicallyPrecedes($1.key.key)
        }
        for (_, line) in lines { printer.print(line) }
        printer.flush()
        if printer.isClosed { return ProcessEnvironment.lostOutput() }
        if let signal {
            let text = "fork-worker: stopped by \(signal): the rest of the input was not read\n"
            StandardError.write(Array(text.utf8))
        }
        if let rest = refusals.rest { StandardError.write(Array(rest.utf8)) }
        return ProcessEnvironment.complain(AccountingLine.text(accounting), status: .done)
    }
}
