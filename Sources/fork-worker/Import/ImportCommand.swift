import AppleHealth
import Files
import Glibc
import JSON
import Observation
import Operations
import Options
import Views
import Vocabulary
import Worker

/// `fork-worker import apple-health`: turns an export of the Health app into uploads.
struct ImportCommand: ~Copyable {
    private let options: Options
    private let interruption: Interruption
    private let progress: Progress
    private var reader: ExportReader
    private var sort: ExternalSort
    private var piece: [UInt8] = []
    /// The name of the export's XML in messages; nil until it is found.
    private var xml: String?
    /// The first error that stopped reading the export.
    private var fault: String?
    /// Whether the archive, the folder or the file cannot be read further.
    private var isBroken = false
    /// The folder of a single XML file, if the folder contains files that the XML names.
    private var folder: String?

    /// Runs the command, and returns the exit status.
    static func run(_ options: Options, _ signals: StopSignals) -> Int32 {
        Allocator.giveBackAtOnce()
        let isJSON = options.log.format == .json
        let zones: ZoneTable
        let zone: Zone?
        do throws(StartError) {
            zones = try ZoneFolder(environment: ProcessEnvironment.current).table()
            zone = options.importing.timeZone.flatMap { zones.zone($0) }
        } catch {
            return ProcessEnvironment.complain("fork-worker: \(error)\n", status: .failure)
        }
        if let name = options.importing.timeZone, zone == nil {
            let text =
                "--time-zone: \(name) is not a time zone: give a name such as Europe/Vilnius, or an offset such as +03:00"
            return ProcessEnvironment.complain([text], asJSON: isJSON, status: .usage)
        }
        if let output = options.importing.output, isSameFile(output, options.importing.file) {
            let text = "--output: \(output) is the export itself: name another file"
            return ProcessEnvironment.complain([text], asJSON: isJSON, status: .usage)
        }
        var command = ImportCommand(options, zone, zones, signals)
        let progress = command.progress
        do throws(FileFailure) {
            try command.read()
            return try command.write()
        } catch {
            progress.hide()
            return ProcessEnvironment.complain("fork-worker: \(error.message)\n", status: .failure)
        }
    }

    private init(_ options: Options, _ zone: Zone?, _ zones: ZoneTable, _ signals: StopSignals) {
        self.options = options
        let interruption = Interruption(signals)
        self.interruption = interruption
        let display = Progress.display(Observer(options.log), terminal: ProcessEnvironment.current["TERM"])
        progress = Progress(
            "reading \(Self.name(options.importing.file))",
            unit: "kB",
            on: display,
            isStopRequested: { interruption.signal != nil }
        )
        reader = ExportReader(
            ImportSettings(
                connection: Array(options.importing.connection.utf8),
                zone: zone,
                zones: zones,
                since: options.importing.since.map { Self.start($0, zone ?? .utc) }
            )
        )
        sort = ExternalSort(directory: Self.directory(options))
    }

    /// Returns a path, quoted for a shell if it needs quotes.
    private static func word(_ path: String) -> String {
        let isPlain = path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+=:,@".contains($0)) }
        return isPlain ? path : "'\(path.replacing("'", with: "'\\''"))'"
    }

    private static func name(_ file: String) -> String { file == "-" ? "standard input" : file }

    private static func isSameFile(_ left: String, _ right: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard unsafe stat(left, &first) == 0, unsafe stat(right, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// Returns the time of `--since` in milliseconds since 2001.
    private static func start(_ time: TimeArgument, _ zone: Zone) -> Int64 {
        let seconds = Double(time.unixMilliseconds) / 1_000 - Instant.secondsFrom1970
        guard case .date = time else { return Instant.milliseconds(seconds) }
        return Instant.milliseconds(zone.bounds(of: Day(days: Instant.utcDay(seconds))).start)
    }

    private static func directory(_ options: Options) -> String {
        if let directory = options.importing.temporaryDirectory { return directory }
        if let output = options.importing.output {
            return folder(of: output)
        }
        let named = ProcessEnvironment.current["TMPDIR"] ?? ""
        return named.isEmpty ? "/tmp" : named
    }

    /// Whether a signal has arrived.
    private var isStopped: Bool { progress.isCancelled }

    private static func folder(of file: String) -> String {
        guard let slash = file.lastIndex(of: "/") else { return "." }
        return slash == file.startIndex ? "/" : String(file[..<slash])
    }

    /// Whether any of these paths exists in the folder of `file`.
    private static func hasFiles(_ paths: [String], beside file: String) -> Bool {
        if file == "-" { return false }
        return paths.contains { unsafe access("\(folder(of: file))/\($0)", R_OK) == 0 }
    }
}

/// Reads the export: first the XML, then the files that the XML names.
extension ImportCommand {
    fileprivate mutating func read() throws(FileFailure) {
        var source = try ExportSource(options.importing.file)
        while next(&source) { try readXML(&source) }
        if isStopped { return }
        guard let xml else {
            let place = options.importing.file == "-" ? "standard input" : options.importing.file
            throw FileFailure(fault ?? "\(place) has no export: no XML in it has the root element HealthData")
        }
        do throws(ImportFault) {
            try reader.finish()
        } catch {
            fault = fault ?? "\(xml): \(error)"
        }
        if !source.isSingle { try readFiles(&source) }
        for refusal in source.refusals { reader.leaveOut("a file of the archive: \(refusal)") }
        reader.leaveOut("a further file of the archive that is refused", count: source.furtherRefusals)
        let beside = source.isSingle ? Self.hasFiles(reader.missingFiles, beside: options.importing.file) : false
        if beside { folder = Self.folder(of: options.importing.file) }
        reader.endFiles(isXMLAlone: beside)
        try take()
    }

    /// Reads the files that the XML names; an archive can contain these files before the XML.
    private mutating func readFiles(_ source: inout ExportSource) throws(FileFailure) {
        source = try ExportSource(options.importing.file)
        isBroken = false
        progress.title = "reading the other files of \(options.importing.file)"
        while next(&source) { try readFile(&source) }
    }

    /// Reads a file if it is the XML of an export.
    private mutating func readXML(_ source: inout ExportSource) throws(FileFailure) {
        guard source.isSingle || source.isXML, readPiece(&source) else { return }
        var name = Self.name(options.importing.file)
        if source.isSingle {
            if piece.starts(with: "PK\u{3}\u{4}".utf8) {
                throw FileFailure("\(name) is an archive, and only a file on disk can be: give its path")
            }
            if let packed = ExportSource.packing(of: piece) {
                throw FileFailure("\(name) is \(packed): unpack it, and give the folder or the export.xml in it")
            }
        } else {
            name += ", \(source.path)"
            switch XMLRoot.name(of: piece) {
            case "HealthData" where xml == nil: break
            case "HealthData": return reader.leaveOut("a second export in the archive")
            case "ClinicalDocument": return reader.skip("export_cda.xml, which repeats what the export has")
            default: return reader.pass(source.path)
            }
        }
        xml = name
        repeat {
            do throws(ImportFault) {
                try reader.read(piece)
            } catch {
                fault = "\(name): \(error)"
                return try take()
            }
            try take()
            progress.show(done: Int64(source.position / 1_000), of: source.size.map { Int64($0 / 1_000) })
        } while readPiece(&source)
    }

    /// Reads a file that the XML names, or an electrocardiogram.
    private mutating func readFile(_ source: inout ExportSource) throws(FileFailure) {
        if source.isXML { return }
        guard let kind = reader.kind(ofFile: source.path) else { return reader.pass(source.path) }
        progress.show(done: Int64(source.position / 1_000), of: source.size.map { Int64($0 / 1_000) })
        if case .route = kind {
            var file = RouteFile()
            while readPiece(&source) { file.read(piece) }
            file.finish()
            reader.end(file, path: source.path)
        } else {
            var whole: [UInt8] = []
            while readPiece(&source) {
                whole += piece
                if whole.count > ExportReader.longestFile {
                    return reader.leaveOut("a file of more than \(ExportReader.longestFile >> 20) MiB")
                }
            }
            reader.read(kind, whole, path: source.path)
        }
        try take()
    }

    /// Moves to the next file; false after the last one, after a signal, and if the export cannot be read further.
    private mutating func next(_ source: inout ExportSource) -> Bool {
        if isStopped || isBroken { return false }
        do throws(FileFailure) { return try source.next() } catch { return stop(error) }
    }

    /// Reads the next piece of the current file; false at its end, after a signal, and if the export cannot be read.
    private mutating func readPiece(_ source: inout ExportSource) -> Bool {
        if isStopped || isBroken { return false }
        do throws(FileFailure) { return try source.read(into: &piece) } catch { return stop(error) }
    }

    /// Stops reading and returns false; the data that was read before is still written.
    private mutating func stop(_ failure: FileFailure) -> Bool {
        fault = fault ?? failure.message
        isBroken = true
        return false
    }

    /// Passes the entries that were read to the sort.
    private mutating func take() throws(FileFailure) {
        for mark in reader.entries.marks {
            try sort.add(key: mark.start, reader.entries.bytes[mark.range], tail: mark.tail)
        }
        reader.entries.removeAll()
    }
}

/// Writes the uploads in order of time, and the summary.
extension ImportCommand {
    fileprivate consuming func write() throws(FileFailure) -> Int32 {
        if let signal = interruption.signal {
            progress.hide()
            return ProcessEnvironment.complain(
                "fork-worker: stopped by \(signal): nothing was written\n",
                status: .done
            )
        }
        var output = try OutputFile(options.importing.output)
        var uploads = UploadWriter(reader, retentionMilliseconds: Int(options.rules.stateRetentionSeconds * 1_000))
        var lines = Writer(capacity: 1 << 20)
        progress.title = "writing uploads"
        progress.unit = "samples"
        let total = Int64(reader.tally.sampleCount)
        var sorted = try sort.merge()
        var done: Int64 = 0
        while try sorted.next() {
            uploads.add(sorted.entry, start: sorted.key, into: &lines)
            done += 1
            if done % 256 == 0 { progress.show(done: done, of: total) }
            if lines.bytes.count > 1 << 19 { try output.write(&lines) }
            if progress.isCancelled { break }
        }
        uploads.finish(into: &lines)
        reader.skip("a record that stands in its workout too", count: uploads.repeats)
        try output.write(&lines)
        try output.finish()
        progress.hide()
        if let signal = interruption.signal {
            let text = "fork-worker: stopped by \(signal): only \(Figures.count(uploads.uploads, "upload")) written\n"
            return ProcessEnvironment.complain(text, status: .done)
        }
        return Self.end(reader, options, uploads.uploads, fault, folder)
    }

    /// Prints the summary, and returns the exit status.
    private static func end(
        _ reader: borrowing ExportReader,
        _ options: Options,
        _ uploads: Int,
        _ fault: String?,
        _ folder: String?
    ) -> Int32 {
        var lines = ImportText(reader.tally, repairs: reader.repairs).lines()
        if options.importing.timeZone == nil, reader.tally.withoutZone > 0 { lines.append(zone(reader)) }
        if let folder {
            let command =
                "fork-worker import apple-health \(word(folder)) --connection \(word(options.importing.connection))"
            lines.append("files of the export lie beside the XML: import the folder to have them too: \(command)")
        }
        let place = options.importing.output ?? "standard output"
        lines.append("\(Figures.count(uploads, "upload")) written to \(place)")
        if let output = options.importing.output, fault == nil {
            lines.append(
                "next: fork-worker transform --final \(word(output)) | fork-worker documents "
                    + "\(word(options.importing.connection)) --documents -"
            )
        }
        if let fault { lines.append("fork-worker: \(fault); what came before is written") }
        let isWrong = fault != nil || options.importing.isStrict && reader.tally.leftOutCount > 0
        let text = lines.map { "\($0)\n" }.joined()
        return ProcessEnvironment.complain(text, status: isWrong ? .failure : .done)
    }

    /// Returns a sentence about the time zone that is used for samples without a time zone.
    private static func zone(_ reader: borrowing ExportReader) -> String {
        let count = Figures.count(reader.tally.withoutZone, "sample")
        if let usual = reader.usualZone {
            return "\(count) without a time zone: the uploads name \(usual.name), which "
                + "\(Figures.count(usual.count, "sample")) of the export name. Name another with --time-zone."
        }
        let reason = reader.exportOffset == nil ? "as the export has no date" : "the offset of the phone at the export"
        return "\(count) without a time zone: the uploads name \(reader.zoneName), \(reason). Name the zone where you "
            + "live with --time-zone, such as Europe/Vilnius."
    }
}
