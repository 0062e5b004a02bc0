// swift-tools-version: 6.3
import PackageDescription

/// The path of libFuzzer, when `scripts/fuzz` builds: it and AddressSanitizer then watch every room.
let libFuzzer = Context.environment["FORK_FUZZ"]

/// The same settings for every Swift target: the compiler is turned up once, here.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    // Every use of unsafe memory is marked `unsafe`, so that the marks are the list to audit.
    .strictMemorySafety(),
    // Existentials are written `any`, so that none slips into a hot path.
    .enableUpcomingFeature("ExistentialAny"),
    // A member is visible only where its module is imported.
    .enableUpcomingFeature("MemberImportVisibility"),
    // Imports stay private unless they are said to be part of an interface.
    .enableUpcomingFeature("InternalImportsByDefault"),
    // An async function runs where its caller runs.
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .unsafeFlags(libFuzzer == nil ? [] : ["-sanitize=fuzzer,address"]),
]

/// `Kafka` lends payloads as spans that cannot outlive their message, and `JSON` values that cannot outlive their document.
let lending: [SwiftSetting] = strict + [.enableExperimentalFeature("Lifetimes")]

/// A document is walked from other rooms, value by value: those calls vanish only if the optimizer may see the bodies of
/// `package` functions, which `@inlinable` does not bring about (a walk costs a sixth).
let inlined: [SwiftSetting] =
    lending + [.unsafeFlags(["-enable-cmo-everything"], .when(configuration: .release))]

/// `JSON` and `Vocabulary` show all bodies, so both define the same specializations of the standard library.
let takesFirstDefinition = LinkerSetting.unsafeFlags(
    ["-Xlinker", "-z", "-Xlinker", "muldefs"],
    .when(configuration: .release)
)

/// What is released brings the Swift runtime with it.
///
/// Calls of it then need no table, which is a twentieth of the core's time, and the binary runs where no Swift is.
let selfContained: [LinkerSetting] = [
    .unsafeFlags(["-static-stdlib"], .when(configuration: .release)), takesFirstDefinition,
]

/// Benchmarks call C for what they measure; nothing of them is in the product.
let plain: [SwiftSetting] = [.treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny")]

/// The simulation is not in the product: only what the compiler finds by itself is looked at.
let simulated: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableExperimentalFeature("Lifetimes"),
]

/// What the worker's sources take for the rooms below them when they are simulated.
let aliases = simulating(["Kafka", "Store", "System", "Synchronization"])

/// The commands around the worker, when the worker is simulated too.
let aliasesAroundWorker = aliases + simulating(["Worker"])

/// Has the compiler take the simulated rooms for these.
func simulating(_ rooms: [String]) -> [String] { rooms.flatMap { ["-module-alias", "\($0)=Simulated\($0)"] } }

/// A room of the product.
func room(_ name: String, _ dependencies: [Target.Dependency], _ settings: [SwiftSetting] = strict) -> Target {
    .target(name: name, dependencies: dependencies, exclude: ["README.md"], swiftSettings: settings)
}

/// The tests of a room.
func tests(_ name: String, _ dependencies: [Target.Dependency], _ settings: [SwiftSetting] = strict) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A room of the simulation, with flags that have it take other rooms of the simulation for those below it.
func simulation(
    _ room: String,
    _ dependencies: [Target.Dependency],
    excluding excluded: [String] = [],
    _ aliases: [String] = []
) -> Target {
    .target(
        name: "Simulated\(room)",
        dependencies: dependencies,
        path: "Tests/Simulation/\(room)",
        exclude: excluded,
        swiftSettings: simulated + (aliases.isEmpty ? [] : [.unsafeFlags(aliases)])
    )
}

let package = Package(
    name: "fork-worker",
    products: [.executable(name: "fork-worker", targets: ["fork-worker"])],
    targets: [
        // C libraries of the distribution, each imported by one room only.
        .systemLibrary(name: "CSimdjsonLibrary", pkgConfig: "simdjson", providers: [.apt(["libsimdjson-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CRDKafka", pkgConfig: "rdkafka", providers: [.apt(["librdkafka-dev"])]),
        .systemLibrary(name: "CJemalloc", pkgConfig: "jemalloc", providers: [.apt(["libjemalloc-dev"])]),
        .systemLibrary(name: "CRocksDB", pkgConfig: "rocksdb", providers: [.apt(["librocksdb-dev"])]),
        .systemLibrary(name: "CMicrohttpd", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(
            name: "CSimdjson",
            dependencies: ["CSimdjsonLibrary"],
            cxxSettings: [.unsafeFlags(["-O3"] + (libFuzzer == nil ? [] : ["-fsanitize=fuzzer-no-link,address"]))]
        ),
        // The address of the embedded broker.
        .target(name: "CBind"),
        // The example uploads, and the settings of the demo.
        .target(name: "CExamples", exclude: ["demo.connections.ndjson", "demo.uploads.ndjson"]),

        // The page of the console.
        .target(name: "CConsole"),

        // The rooms, in the order the data travels; what all of them may need comes first.
        room("System", []),
        room("JSON", ["CSimdjson"], inlined),
        room("Vocabulary", ["JSON", "CCrypto"], inlined),
        room("Health", ["Vocabulary", "JSON"], lending),
        room("AppleHealth", ["Vocabulary", "JSON", "CExpat"]),
        room("Files", ["JSON", "CArchive", "CZlib"]),
        room("Store", ["Vocabulary", "CRocksDB"]),
        room("Kafka", ["CBind", "CRDKafka", "System"], lending),
        room("Options", ["Dispatching", "Formats", "JSON", "Observation", "System", "Vocabulary", "Webhooks"]),
        room("Observation", ["JSON", "System", "Vocabulary"]),
        room("Worker", ["Health", "Vocabulary", "JSON", "Kafka", "Store", "Observation", "System"], lending),
        room(
            "Operations",
            [
                "Dispatching", "Requests", "Webhooks", "Worker", "Vocabulary", "JSON", "Kafka", "Observation", "Store",
                "System", "CCrypto",
            ],
            lending
        ),
        room(
            "Delivering",
            [
                "Dispatching", "Requests", "Webhooks", "Worker", "Vocabulary", "JSON", "Kafka", "Store",
                "Observation", "System",
            ],
            lending
        ),
        room(
            "Views",
            [
                "AppleHealth", "Dispatching", "Health", "Operations", "Webhooks", "Worker", "Vocabulary", "JSON",
                "Kafka", "Observation",
            ]
        ),
        room("Formats", ["Vocabulary", "JSON"]),
        room("Webhooks", ["Vocabulary", "JSON", "CCrypto"]),
        room("Dispatching", ["Webhooks", "Vocabulary"]),
        room("Requests", ["Webhooks", "System", "CCurl"]),
        .target(
            name: "Serving",
            dependencies: ["JSON", "Observation", "System", "CConsole", "CCrypto", "CMicrohttpd"],
            exclude: ["README.md", "Console/Page"],
            swiftSettings: strict
        ),
        room(
            "ConsoleReading",
            ["Health", "Observation", "Operations", "Serving", "Store", "Views", "Worker", "Vocabulary", "JSON"]
        ),
        .executableTarget(
            name: "fork-worker",
            dependencies: [
                "AppleHealth", "Delivering", "Dispatching", "Formats", "Views", "Operations", "Requests", "Serving",
                "Webhooks", "Worker", "Health", "Vocabulary", "JSON", "Kafka", "Store", "Options", "Observation",
                "ConsoleReading", "Files", "System",
                "CExamples", "CJemalloc",
            ],
            exclude: ["README.md"],
            swiftSettings: strict,
            linkerSettings: selfContained
        ),

        // Measured with `swift run -c release Benchmarks`; what counts allocations is C, and so is the bare loop of libcurl.
        .target(name: "CMeasure", dependencies: ["CCurl"], path: "Benchmarks/CMeasure"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CMeasure", "Clients", "ConsoleReading", "Health", "JSON", "Kafka", "Randomness", "Requests", "Serving",
                "Store", "System", "Vocabulary", "Webhooks", "Worker",
            ],
            path: "Benchmarks",
            exclude: ["CMeasure", "README.md", "instructions.tsv"],
            // Foundation says at compile time which of its libraries are needed.
            swiftSettings: plain + [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))],
            linkerSettings: selfContained
        ),

        // What all tests and benchmarks take their chance from.
        .target(name: "Randomness", path: "Tests/Randomness", swiftSettings: strict),
        // Exports of the Health app, for tests and for measuring.
        .target(
            name: "Exports",
            dependencies: ["CZlib"],
            path: "Tests/Exports",
            exclude: ["Sample"],
            swiftSettings: strict
        ),
        // What tests with Kafka's clients have in common.
        .target(name: "Clients", dependencies: ["CRDKafka", "Kafka"], path: "Tests/Clients", swiftSettings: lending),
        // The least rights of each command, for tests and for the page that lists them.
        .target(
            name: "CommandRights",
            dependencies: ["Operations", "Vocabulary", "Worker"],
            path: "Tests/CommandRights",
            swiftSettings: strict
        ),
        tests("JSONTests", ["JSON", "Randomness"]),
        tests("HealthTests", ["Health", "Vocabulary", "JSON", "Randomness", "Store"]),
        tests("AppleHealthTests", ["AppleHealth", "Exports", "Vocabulary", "JSON", "Randomness"]),
        tests("FilesTests", ["Exports", "Files", "JSON", "Randomness"]),
        tests("StoreTests", ["Store", "Health", "Vocabulary", "Randomness"]),
        tests("SystemTests", ["System"]),
        tests("KafkaTests", ["Clients", "Kafka", "System"], lending),
        tests("OptionsTests", ["Dispatching", "Observation", "Options", "Randomness", "Vocabulary", "Webhooks"]),
        tests("ObservationTests", ["Observation", "JSON", "Randomness", "System", "Vocabulary"]),
        tests(
            "WorkerTests",
            [
                "Clients", "Worker", "Health", "Vocabulary", "JSON", "Kafka", "Observation", "Store", "System",
            ],
            lending
        ),
        tests(
            "OperationsTests",
            [
                "CommandRights", "Formats", "Operations", "Health", "Vocabulary", "JSON", "Kafka", "Observation",
                "Randomness", "Store", "Webhooks", "Worker",
            ],
            lending
        ),
        tests(
            "ConsoleReadingTests",
            [
                "ConsoleReading", "Health", "JSON", "Observation", "Operations", "Serving", "Store", "Vocabulary",
                "Worker",
            ]
        ),
        tests("ServingTests", ["Clients", "Serving", "JSON", "Observation", "System"]),
        tests(
            "DeliveringTests",
            [
                "Clients", "Delivering", "Dispatching", "Kafka", "Observation", "System", "Vocabulary", "Worker",
            ],
            lending
        ),
        tests(
            "ViewsTests",
            ["Views", "Health", "JSON", "Kafka", "Observation", "Operations", "Webhooks", "Vocabulary", "Worker"]
        ),
        tests("FormatsTests", ["Formats", "JSON", "Randomness", "Vocabulary"]),
        tests("WebhooksTests", ["Webhooks", "Vocabulary", "JSON", "Randomness"]),
        tests("DispatchingTests", ["Dispatching", "Vocabulary", "JSON", "Randomness", "Store", "Webhooks"]),
        .testTarget(
            name: "RequestsTests",
            dependencies: ["Requests", "System", "Webhooks"],
            exclude: ["Servers/server.mjs", "Servers/server.py"],
            swiftSettings: strict
        ),
        tests("CommandTests", ["Clients", "Exports", "Vocabulary", "JSON", "Operations", "Webhooks", "fork-worker"]),
        tests(
            "IntegrationTests",
            [
                "Clients", "CommandRights", "Formats", "Health", "Vocabulary", "Kafka", "Observation", "Operations",
                "Randomness", "Requests", "Store", "System", "Worker", "JSON", "fork-worker",
            ],
            lending
        ),
        // What must hold whatever the bytes are: for the fuzzer, and for the tests that go through what it has found.
        .target(
            name: "Readers",
            dependencies: [
                "AppleHealth", "Formats", "Health", "Vocabulary", "JSON", "Kafka", "Options", "Requests", "Store",
                "Webhooks",
            ],
            path: "Tests/Fuzzing/Readers",
            swiftSettings: strict
        ),
        .testTarget(
            name: "FuzzingTests",
            dependencies: ["Readers"],
            path: "Tests/Fuzzing/Tests",
            swiftSettings: strict
        ),
        // The worker's own sources over a cluster, a store, a clock and threads that a seed moves.
        simulation("System", ["Randomness"]),
        simulation("Synchronization", ["SimulatedSystem"]),
        simulation("Store", ["CRocksDB", "Vocabulary", "SimulatedSystem"]),
        simulation("Kafka", ["CRDKafka", "SimulatedSystem", "System"], simulating(["System"])),
        simulation("Requests", ["SimulatedSystem", "Webhooks"]),
        simulation(
            "Worker",
            [
                "Health", "Vocabulary", "JSON", "Kafka", "Observation", "SimulatedKafka", "SimulatedStore",
                "SimulatedSynchronization", "SimulatedSystem", "Store", "System",
            ],
            excluding: ["README.md"],
            aliases
        ),
        simulation(
            "Delivering",
            [
                "Dispatching", "Vocabulary", "JSON", "Kafka", "Observation", "Requests", "SimulatedKafka",
                "SimulatedRequests", "SimulatedStore", "SimulatedSynchronization", "SimulatedSystem", "SimulatedWorker",
                "Store", "System", "Webhooks", "Worker",
            ],
            aliasesAroundWorker + simulating(["Requests"])
        ),
        // The commands that run beside workers; of those that do more than to call `Operations` what they do.
        simulation(
            "Operations",
            [
                "Vocabulary", "JSON", "Kafka", "Observation", "SimulatedKafka", "SimulatedSystem",
                "SimulatedWorker", "System", "Webhooks", "Worker",
            ],
            aliasesAroundWorker
        ),
        simulation(
            "Commands",
            [
                "Health", "Vocabulary", "Observation", "Operations", "Options", "SimulatedKafka", "SimulatedOperations",
                "SimulatedStore", "SimulatedSystem", "SimulatedWorker", "Store", "Worker",
            ],
            aliasesAroundWorker + simulating(["Operations"])
        ),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "Dispatching", "Health", "Vocabulary", "Observation", "Randomness", "SimulatedCommands",
                "SimulatedDelivering",
                "SimulatedKafka", "SimulatedOperations", "SimulatedRequests", "SimulatedStore", "SimulatedSystem",
                "SimulatedWorker", "Store", "System", "Webhooks",
            ],
            path: "Tests/Simulation/Tests",
            swiftSettings: simulated
        ),
        tests("TidyTests", []),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

if let libFuzzer {
    package.targets.append(
        .executableTarget(
            name: "fuzz",
            dependencies: ["Readers"],
            path: "Tests/Fuzzing/Driver",
            swiftSettings: strict,
            linkerSettings: [
                .unsafeFlags(["-sanitize=address", "-use-ld=lld", libFuzzer, "-lstdc++"]), takesFirstDefinition,
            ]
        )
    )
}
