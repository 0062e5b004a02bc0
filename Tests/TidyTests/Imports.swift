/// Who may know whom.
///
/// A room that needs another module gets a row here, in the commit that says why.
enum Imports {
    /// The modules that each target of `Sources` may import.
    static let allowed: [String: Set<String>] = [
        "JSON": ["CSimdjson"],
        // The ground floor: CCrypto, since derived ids are SHA-1.
        "Vocabulary": ["JSON", "CCrypto", "Synchronization"],
        "Health": ["Vocabulary", "JSON"],
        "Store": ["Vocabulary", "CRocksDB", "Synchronization"],
        // Time and threads for all that block or note when something was, and what no text may show.
        "System": ["Glibc"],
        "Kafka": ["CBind", "CRDKafka", "System", "Synchronization", "Glibc"],
        // Formats, since the names of forms are values of options.
        "Options": ["Dispatching", "Formats", "JSON", "Observation", "System", "Vocabulary", "Webhooks", "Glibc"],
        // JSON, since most lines that are printed are JSON.
        "Files": ["JSON", "CArchive", "CZlib", "Glibc"],
        "AppleHealth": ["Vocabulary", "JSON", "CExpat"],
        "Observation": ["Vocabulary", "JSON", "System", "Synchronization", "Glibc"],
        // JSON, for the statistics of librdkafka.
        "Worker": [
            "Health", "Vocabulary", "JSON", "Kafka", "Store", "Observation", "System", "Synchronization", "Glibc",
        ],
        // System, since what a token command says of its failure is shown; Dispatching and Store, to list what waits;
        // Webhooks, since `webhook-echo` verifies; Requests, for the pages of workers.
        "Operations": [
            "Dispatching", "Requests", "Webhooks", "Worker", "Vocabulary", "Kafka", "Observation", "JSON", "Store",
            "System",
            "Glibc",
        ],
        "Serving": [
            "JSON", "Observation", "System", "CConsole", "CCrypto", "CMicrohttpd", "Synchronization", "Glibc",
        ],
        // Serving, for the values of requests and pages; Views, since explanations are written there.
        "ConsoleReading": [
            "Health", "Observation", "Operations", "Serving", "Store", "Views", "Worker", "Vocabulary", "JSON",
        ],
        "Formats": ["Vocabulary", "JSON"],
        // CCrypto, since deliveries are signed.
        "Webhooks": ["Vocabulary", "JSON", "CCrypto"],
        "Dispatching": ["Webhooks", "Vocabulary"],
        "Delivering": [
            "Dispatching", "Requests", "Webhooks", "Worker", "Vocabulary", "JSON", "Kafka", "Store", "Observation",
            "System", "Synchronization", "Glibc",
        ],
        "Views": [
            "Health", "AppleHealth", "Dispatching", "Operations", "Webhooks", "Worker", "Vocabulary", "JSON", "Kafka",
            "Observation",
        ],
        "Requests": ["Webhooks", "System", "CCurl", "Synchronization", "Glibc"],
        "fork-worker": [
            "AppleHealth", "Delivering", "Dispatching", "Formats", "Views", "Operations", "Requests", "Serving",
            "Webhooks", "Worker", "Health", "Vocabulary", "JSON", "Kafka", "Store", "Options", "Observation", "System",
            "ConsoleReading", "Files", "CExamples",
            "CJemalloc", "Synchronization", "Dispatch", "Glibc",
        ],
    ]

    /// Files that may import more than their room: the C library in a pure room, FoundationEssentials at an edge.
    ///
    /// Foundation itself never comes in: it makes the binary eight times as large.
    static let exceptions: [String: Set<String>] = [
        // Compare by memcmp.
        "Sources/JSON/Value+Same.swift": ["Glibc"],
        "Sources/Vocabulary/Identifiers/NameTable.swift": ["Glibc"],
        "Sources/Health/Samples/Segment+Search.swift": ["Glibc"],
        // Powers and logarithms.
        "Sources/Health/Days/SoundLevels.swift": ["Glibc"],
        // Sines and their inverse.
        "Sources/Health/Workouts/CumulativeCurve+Routes.swift": ["Glibc"],
        // Frees the error texts of C.
        "Sources/Store/Rocks/DatabaseHandle.swift": ["Glibc"],
        // Reads when certificates end.
        "Sources/Operations/Doctor/Certificate.swift": ["CCrypto"],
        // Asks how full the disk is.
        "Sources/Store/Rocks/DiskSpace.swift": ["Glibc"],
    ]

    static func breaches(
        _ file: SourceFile,
        allowed: [String: Set<String>] = allowed,
        exceptions: [String: Set<String>] = exceptions
    ) -> [Breach] {
        imports(file).compactMap { line, module in
            if module == "Foundation" { return Breach(file, line: line, "Foundation stays out of Sources") }
            let known = (allowed[file.target] ?? []).union(exceptions[file.path] ?? [])
            return known.contains(module) ? nil : Breach(file, line: line, "\(file.target) may not import \(module)")
        }
    }

    /// The modules that a file imports, with their lines.
    static func imports(_ file: SourceFile) -> [(line: Int, module: String)] {
        file.bareLines.enumerated().compactMap { index, line in
            guard let declared = Declaration(line: line), declared.kind == "import" else { return nil }
            // `import struct Module.Name` names the kind first.
            guard Declaration.types.contains(declared.name) else { return (index, declared.name) }
            let path = line.split(separator: " ").last ?? ""
            return (index, String(path.prefix { $0 != "." }))
        }
    }
}
