import Exports
import Foundation
import Testing

/// The command as it is typed.
struct ImportTests {
    private static let folder = HealthExport.sampleFolder.path

    private func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fork-import-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    private func run(_ file: String, _ more: [String] = [], input: Data = Data()) throws -> Command.Ending {
        try Command.run(["import", "apple-health", file, "--connection", "me"] + more, input: input)
    }

    @Test func `a folder, its archive and transform: every sample comes out, and nothing is refused`() throws {
        let folder = try run(Self.folder)
        #expect(folder.status == 0 && folder.errors.contains("20 samples, 2024"))
        let archive = try withFolder { place in
            let file = place.appending(path: "export.zip")
            try Data(ZIPArchive(try HealthExport.sample()).finished()).write(to: file)
            return try run(file.path)
        }
        #expect(archive.output == folder.output)
        let documents = try Command.run(["transform"], input: folder.output)
        #expect(!documents.text.contains("fork.dead-letter"))
        #expect(documents.lastError.contains(#""refused":0"#))
        for type in ["sleep", "steps", "workouts", "electrocardiogram", "clinical", "characteristic", "hearing"] {
            #expect(documents.text.contains("\"fork-type\":\"\(type)\""), "\(type)")
        }
    }

    @Test func `an export that is imported twice doubles nothing`() throws {
        let once = try run(Self.folder).output
        let twice = try Command.run(["transform"], input: once + once)
        let new = try Command.run(["transform"], input: once)
        #expect(twice.output == new.output)
    }

    @Test func `the XML alone, as a file and as standard input`() throws {
        let file = try run("\(Self.folder)/export.xml")
        let data = try Data(contentsOf: HealthExport.sampleFolder.appending(path: "export.xml"))
        #expect(file.status == 0 && !file.output.isEmpty)
        #expect(file.errors.contains("a route whose file is not read, as only the XML was given"))
        #expect(
            file.errors.contains("import the folder to have them too: fork-worker import apple-health \(Self.folder) ")
        )
        let piped = try run("-", input: data)
        #expect(piped.output == file.output && piped.errors.contains("a route whose file is missing"))
    }

    @Test func `a file is compressed by its name, and its user's alone`() throws {
        try withFolder { place in
            let file = place.appending(path: "uploads.ndjson.gz")
            let ending = try run(Self.folder, ["--output", file.path])
            #expect(ending.status == 0 && ending.output.isEmpty)
            let next = "next: fork-worker transform --final \(file.path) | fork-worker documents me --documents -\n"
            #expect(ending.errors.contains(next))
            let rights = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            #expect(rights == 0o600)
            let plain = try Command.run(["transform"], input: try run(Self.folder).output)
            #expect(try Command.run(["transform", file.path]).output == plain.output)
        }
    }

    @Test func `a file that is packed otherwise is called by its name`() throws {
        for (start, name) in [
            (Data([0x1F, 0x8B, 8, 0]), "a gzip archive"), (Data(count: 257) + Data("ustar".utf8), "a tar archive"),
        ] {
            let ending = try run("-", input: start + Data(count: 500))
            #expect(ending.status == 1 && ending.errors.contains("standard input is \(name): unpack it"))
        }
    }

    @Test func `strict fails because something was not understood`() throws {
        #expect(try run(Self.folder, ["--strict"]).status == 1)
    }

    @Test func `a file that is cut off is an error, and what came before is printed`() throws {
        let data = try Data(contentsOf: HealthExport.sampleFolder.appending(path: "export.xml"))
        let ending = try run("-", input: data.prefix(5_000))
        #expect(ending.status == 1 && !ending.output.isEmpty)
        #expect(ending.errors.contains("it is cut off: its element HealthData does not end (line "))
    }

    @Test(arguments: [
        (["-"], "standard input has no export", 1), (["/nowhere/export.zip"], "/nowhere/export.zip can't be read", 1),
        (["-", "--time-zone", "Europe/Nowhere"], "--time-zone: Europe/Nowhere is not a time zone", 64),
    ])
    func `what is wrong is said`(arguments: [String], text: String, status: Int32) throws {
        let ending = try Command.run(["import", "apple-health"] + arguments + ["--connection", "me"])
        #expect(ending.status == status && ending.errors.contains(text), "\(ending.errors)")
    }

    @Test func `a folder without an export is named`() throws {
        try withFolder { place in
            let ending = try run(place.path)
            #expect(ending.status == 1 && ending.errors.contains("\(place.path) has no export"))
        }
    }

    @Test func `a connection must be given`() throws {
        let ending = try Command.run(["import", "apple-health", "export.zip"])
        #expect(ending.status == 64 && ending.errors.contains("--connection"))
    }

    @Test func `names in the language of the phone are found in an archive`() throws {
        var sample = try HealthExport.sample()
        sample.xml = sample.xml.replacing("route_2024-04-20_9.31am", with: "route_2024-04-20_9.31上午")
        let (route, wave) = (sample.files[1].text, sample.files[2].text)
        var archive = ZIPArchive()
        archive.add("健康数据/导出.xml", sample.xml)
        archive.add("健康数据/workout-routes/route_2024-04-20_9.31上午.gpx", route)
        archive.add("健康数据/心电图/ecg.csv", wave)
        try withFolder { place in
            let file = place.appending(path: "导出.zip")
            try Data(archive.finished()).write(to: file)
            let ending = try run(file.path)
            #expect(ending.status == 0 && ending.text.contains("HKWorkoutRouteTypeIdentifier"))
            #expect(ending.text.contains("HKDataTypeIdentifierElectrocardiogram"))
        }
    }

    @Test func `what came before malformed XML is printed, and the place is named`() throws {
        let data = try Data(contentsOf: HealthExport.sampleFolder.appending(path: "export.xml"))
        let more = data + Data("<HealthData/>".utf8)
        #expect(try run("-", input: more).output == run("-", input: data).output)
        let middle = try #require(data.range(of: Data("<ActivitySummary".utf8))).lowerBound
        let long = data[..<middle] + Data("<Record a=\"".utf8) + Data(repeating: 0x78, count: 2 << 20)
        let ending = try run("-", input: long)
        #expect(ending.status == 1 && ending.text.contains("HKQuantityTypeIdentifierStepCount"))
        #expect(ending.errors.contains("standard input: a tag is longer than 1 MiB (line "))
    }

    @Test func `the export itself is no output, and an archive no standard input`() throws {
        try withFolder { place in
            let file = place.appending(path: "export.zip")
            let bytes = Data(ZIPArchive(try HealthExport.sample()).finished())
            try bytes.write(to: file)
            let same = try run(file.path, ["--output", file.path])
            #expect(same.status == 64 && same.errors.contains("is the export itself"))
            #expect(try Data(contentsOf: file) == bytes)
            let piped = try run("-", input: bytes)
            #expect(piped.status == 1 && piped.errors.contains("standard input is an archive"))
        }
    }

    @Test func `a file that is cut off in an archive is an error, and what came before is printed`() throws {
        try withFolder { place in
            let file = place.appending(path: "export.zip")
            let bytes = ZIPArchive(try HealthExport.sample()).finished()
            try Data(bytes.prefix(6_000)).write(to: file)
            let ending = try run(file.path)
            #expect(ending.status == 1 && ending.text.contains("HKQuantityTypeIdentifierStepCount"))
            #expect(ending.errors.contains("of the archive, in apple_health_export/export.xml"), "\(ending.errors)")
        }
    }

    @Test func `files that nothing names, or that are doubled, are counted`() throws {
        let sample = try HealthExport.sample()
        var archive = ZIPArchive(sample)
        archive.add("apple_health_export/workout-routes/old.gpx", sample.files[1].text)
        archive.add("apple_health_export/\(sample.files[1].path)", sample.files[1].text)
        archive.add("__MACOSX/apple_health_export/._export.xml", "x")
        archive.add("../../tmp/export.xml", sample.xml)
        try withFolder { place in
            let file = place.appending(path: "export.zip")
            try Data(archive.finished()).write(to: file)
            let ending = try run(file.path)
            #expect(ending.output == (try run(Self.folder)).output)
            #expect(ending.errors.contains("2  a file that no element names"))
            #expect(ending.errors.contains("a path that leaves the archive"))
            #expect(ending.errors.contains("export_cda.xml, which repeats what the export has"))
            // A workout that is left out takes its route with it.
            let since = try run(file.path, ["--since", "2024-04-21"])
            #expect(since.errors.contains("1  a file that no element names"), "\(since.errors)")
        }
    }

    @Test func `an export of more than memory may hold is sorted on the disk`() throws {
        try withFolder { place in
            let file = place.appending(path: "export.xml")
            let note = String(repeating: "x", count: 4_000)
            let records = (0..<3_000).map { number in
                let clock = "\(10 + number % 14):\(10 + number % 50):\(10 + number % 49)"
                return """
                    <Record type="HKQuantityTypeIdentifierStepCount" sourceName="s" unit="count" value="\(number)" \
                    \(HealthExport.at("2024-04-\(10 + number % 15) \(clock) +0300"))>
                    <MetadataEntry key="note" value="\(note)"/></Record>
                    """
            }
            try Data(HealthExport.document(records.joined(separator: "\n")).utf8).write(to: file)
            let output = place.appending(path: "uploads.ndjson")
            let ending = try run(file.path, ["--output", output.path])
            #expect(ending.status == 0 && ending.errors.contains("3,000 samples"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).count == 2)
            // Samples that no temporary file takes are lost, so nothing is written.
            let full = try run(file.path, ["--temp-directory", "/nowhere"])
            #expect(full.status == 1 && full.output.isEmpty)
            #expect(full.errors.contains("a temporary file in /nowhere can't be written"))
        }
    }
}
