import Files
import Observation
import Operations
import Options
import Views
import Vocabulary

/// Reads settings from files, and checks all settings before the first is written.
final class SettingsFiles {
    /// The limits of one call, which is one transaction.
    private static let linesMax = 100_000
    private static let bytesMax = 32 << 20
    /// The largest number of wrong lines in the error message.
    private static let namedMax = 100
    private static let waitMilliseconds: Int32 = 50

    private let command: Command
    private let allowsLoopback: Bool
    private var judge: SettingsJudge
    private var lines: [SettingsLine] = []
    private var byteCount = 0
    private var wrong: [String] = []
    private var wrongCount = 0

    /// Returns the settings of all files; ends the process if a line is wrong or a file cannot be read.
    static func read(
        _ files: [String],
        _ options: Options,
        _ command: Command,
        _ zones: ZoneTable
    ) throws(OperationError) -> [SettingsLine] {
        let reading = SettingsFiles(
            command: command,
            allowsLoopback: options.rules.allowsLoopbackCallbacks,
            judge: SettingsJudge(zones: zones, forms: options.rules.forms)
        )
        command.progress.title = "reading settings"
        command.progress.unit = "lines"
        for path in files.isEmpty ? ["-"] : files { try reading.read(path) }
        if reading.wrongCount > 0 { reading.leave() }
        command.progress.unit = "records"
        return reading.lines
    }

    private init(command: Command, allowsLoopback: Bool, judge: consuming SettingsJudge) {
        self.command = command
        self.allowsLoopback = allowsLoopback
        self.judge = judge
    }

    private func read(_ path: String) throws(OperationError) {
        do throws(FileFailure) {
            var reader = try LineReader(path)
            var number = 0
            while let line = try next(&reader) {
                number += 1
                if number == 1, let hint = reader.hint { command.say(hint) }
                take(line, LinePlace(file: reader.name, line: number))
            }
        } catch {
            if command.progress.isCancelled { throw .cancelled }
            let isConnection = ConnectionID(Array(path.utf8)) != nil
            let hint = isConnection ? " To change fields of a connection, add --set NAME=VALUE" : ""
            command.leaveForUsage("connections put: \(error.message)\(hint)")
        }
        if command.progress.isCancelled { throw .cancelled }
    }

    /// Returns the next line; nil at the end, or after a signal.
    private func next(_ reader: inout LineReader) throws(FileFailure) -> [UInt8]? {
        while true {
            command.progress.show(done: Int64(lines.count), of: nil)
            if command.progress.isCancelled { return nil }
            switch try reader.next(waitMilliseconds: Self.waitMilliseconds) {
            case .nothingYet: continue
            case .end: return nil
            case .line(let line): return line
            }
        }
    }

    private func take(_ line: [UInt8], _ place: LinePlace) {
        do throws(WrongSettings) {
            lines.append(try SettingsLine(line, allowsLoopback: allowsLoopback, &judge))
        } catch {
            wrongCount += 1
            if wrong.count < Self.namedMax { wrong.append("\(place.description): \(error.reason)") }
        }
        byteCount += line.count
        if lines.count > Self.linesMax || byteCount > Self.bytesMax {
            command.leaveForUsage(
                "connections put: \(place.description): one call writes at most \(Self.linesMax) lines and "
                    + "\(Self.bytesMax >> 20) MiB, in one transaction: split the files. Nothing is written"
            )
        }
    }

    /// Reports the wrong lines, and ends the process.
    private func leave() -> Never {
        command.complain(wrong)
        command.leaveForUsage(
            "connections put: workers would refuse \(Figures.count(wrongCount, "line")), named above: nothing is written"
        )
    }
}
