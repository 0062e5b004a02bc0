import Files
import Health
import JSON
import Observation
import Options
import Vocabulary

/// A file of uploads that `explain` reads instead of Kafka, several times.
struct UploadFile {
    /// The longest delay until a signal is noticed while a pipe is idle.
    private static let waitMilliseconds: Int32 = 100

    private let path: String
    private let connection: ConnectionID
    private let options: Options
    private let zones: ZoneTable
    private let interruption: Interruption

    init(
        _ path: String,
        _ connection: ConnectionID,
        _ options: Options,
        _ zones: ZoneTable,
        _ interruption: Interruption
    ) {
        self.path = path
        self.connection = connection
        self.options = options
        self.zones = zones
        self.interruption = interruption
    }

    /// Explains the document, and returns the exit status.
    func run() -> Int32 {
        do throws(FileFailure) {
            var explainer = Explainer(options.operands[1], of: connection, rules: options.rules, zones: zones)
            if let settings = options.explain.connections {
                try read(settings, .connections) { explainer.take($0, key: connection.bytes, value: $1) }
                if let wrong = explainer.wrongSettings {
                    let text = "--connections: line \(wrong.place.offset + 1) of \(settings) is invalid"
                    let sentence = "\(text) (\(wrong.code)): \(wrong.message)"
                    return ProcessEnvironment.complain(
                        [sentence],
                        asJSON: options.log.format == .json,
                        status: .usage
                    )
                }
            }
            repeat {
                try read(path, .uploads) { explainer.take($0, key: connection.bytes, value: $1) }
            } while interruption.signal == nil && explainer.endReading()
            if interruption.signal != nil {
                let text = "fork-worker: interrupted before everything was read: nothing is shown\n"
                return ProcessEnvironment.complain(text, status: .done)
            }
            if let defect = explainer.defect { throw FileFailure(ExplainCommand.sentence(defect)) }
            guard let explanation = explainer.explanation else {
                throw FileFailure(ExplainCommand.missing(explainer, options, in: path))
            }
            let isWritten = ExplainCommand.show(explanation, options, zones)
            return isWritten ? ProcessEnvironment.Status.done.rawValue : ProcessEnvironment.lostOutput()
        } catch {
            return ProcessEnvironment.complain("fork-worker: \(error.message)\n", status: .failure)
        }
    }

    /// Reads the lines of the connection, and those that do not say whose they are.
    private func read(
        _ path: String,
        _ topic: RecordPlace.Topic,
        _ take: (RecordPlace, [UInt8]) -> Void
    ) throws(FileFailure) {
        var reader = try LineReader(path)
        var parser = Parser()
        var number: Int64 = 0
        while interruption.signal == nil {
            switch try reader.next(waitMilliseconds: Self.waitMilliseconds) {
            case .nothingYet: continue
            case .end: return
            case .line(let line):
                var place = RecordPlace(topic: topic, partition: 0, offset: number, timestampMilliseconds: nil)
                place.describesItself = true
                number += 1
                if isOwn(line, &parser) { take(place, line) }
            }
        }
    }

    private func isOwn(_ line: [UInt8], _ parser: inout Parser) -> Bool {
        if line.isEmpty { return false }
        guard line.count <= options.rules.uploadMaxBytes, let root = try? parser.parse(line),
            let name = root.member("connection_id")?.text
        else { return true }
        return name.bytes == connection.bytes
    }
}
