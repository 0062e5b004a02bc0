import Glibc
import Health
import JSON
import Options
import Store
import Worker

/// `fork-worker transform`: the core from lines of uploads to lines of records, with its state in memory and no broker.
struct TransformCommand: ~Copyable {
    private let options: TransformOptions
    private var loop: CommitLoop<MemoryStore>
    private var printer = LinePrinter()
    private var accounting = Accounting()
    /// With `--final`: the line of every live document, by topic and key.
    private var live: [LiveKey: [UInt8]] = [:]

    private struct LiveKey: Hashable {
        let topic: String
        let key: [UInt8]
    }

    /// Runs, and returns the status to leave with.
    static func run(_ options: TransformOptions) -> Int32 {
        let readZone = FileBytes.zoneReader(directory: ProcessEnvironment.current["TZDIR"])
        var command = TransformCommand(
            options: options,
            processor: Processor(rules: Rules(options.documents), zones: ZoneTable(read: readZone))
        )
        // A reader that goes away is an error to report, not a signal to die of.
        signal(SIGPIPE, SIG_IGN)
        do throws(FileFailure) {
            if let path = options.connections, let wrong = try command.readConnections(path) {
                return ProcessEnvironment.complain("fork-worker: \(wrong)\n", status: .usage)
            }
        } catch {
            return ProcessEnvironment.complain("fork-worker: --connections: \(error.message)\n", status: .usage)
        }
        do throws(FileFailure) {
            try command.transform()
            return command.end()
        } catch {
            command.printer.flush()
            return ProcessEnvironment.complain("fork-worker: \(error.message)\n", status: .failure)
        }
    }

    private init(options: TransformOptions, processor: consuming Processor) {
        self.options = options
        loop = CommitLoop(processor, over: MemoryStore())
    }

    /// Reads the settings of connections; a wrong line is said, and ends the command.
    private mutating func readConnections(_ path: String) throws(FileFailure) -> String? {
        var reader = try LineReader(path)
        while let line = try reader.next() { loop.add(line: line, to: .connections) }
        guard let wrong = loop.commit().records.first else { return nil }
        func header(_ name: String) -> String {
            String(decoding: wrong.headers.first { $0.name == name }?.value ?? [], as: UTF8.self)
        }
        let line = (Int(header("fork-offset")) ?? 0) + 1
        return "--connections: line \(line) of \(path) is wrong (\(header("fork-error-code"))): "
            + header("fork-error-message")
    }

    private mutating func transform() throws(FileFailure) {
        var lines = 0
        for name in options.files.isEmpty ? ["-"] : options.files {
            var reader = try LineReader(name)
            while let line = try reader.next() {
                loop.add(line: line)
                lines += 1
                if lines == options.commitEvery {
                    commit()
                    lines = 0
                }
                if printer.isClosed { throw FileFailure(message: "standard output is closed.") }
            }
        }
        commit()
    }

    private mutating func commit() {
        let outcome = loop.commit()
        accounting += outcome.accounting
        for record in outcome.records {
            guard options.final else {
                printer.print { RecordLine.write(record, into: &$0) }
                continue
            }
            guard record.kind == .document, let key = record.key else { continue }
            live[LiveKey(topic: record.topic, key: key)] = record.value == nil ? nil : RecordLine.bytes(record)
        }
    }

    /// Prints the live documents, where they are asked for, and what became of the samples.
    private mutating func end() -> Int32 {
        let lines = live.sorted {
            if $0.key.topic != $1.key.topic { return $0.key.topic.utf8.lexicographicallyPrecedes($1.key.topic.utf8) }
            return $0.key.key.lexicographicallyPrecedes($1.key.key)
        }
        for (_, line) in lines { printer.print(line) }
        printer.flush()
        if printer.isClosed {
            return ProcessEnvironment.complain("fork-worker: standard output is closed.\n", status: .failure)
        }
        return ProcessEnvironment.complain(AccountingLine.text(accounting), status: .done)
    }
}

/// What became of the samples, as the last line on standard error.
enum AccountingLine {
    /// One line of JSON.
    static func text(_ accounting: Accounting) -> String {
        let counts = accounting.told.map { ("\($0.name)", $0.count) }
        let refusals = accounting.refusals.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 }
        func members(_ counts: [(String, Int)]) -> String {
            counts.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",")
        }
        return "{\"accounting\":{\(members(counts)),\"refusals\":{\(members(refusals))}}}\n"
    }
}
