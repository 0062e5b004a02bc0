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

/// What is released brings the Swift runtime with it.
///
/// Calls of it then need no table, which is a twentieth of the core's time, and the binary runs where no Swift is.
let selfContained: [LinkerSetting] = [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))]

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
        // The uploads of the demo.
        .target(name: "CDemo", exclude: ["connections.ndjson", "uploads.ndjson"]),

        // The rooms, in the order the data travels; what all of them may need comes first.
        .target(name: "System", exclude: ["README.md"], swiftSettings: strict),
        .target(name: "JSON", dependencies: ["CSimdjson"], exclude: ["README.md"], swiftSettings: inlined),
        .target(name: "Health", dependencies: ["JSON", "CCrypto"], exclude: ["README.md"], swiftSettings: lending),
        .target(
            name: "AppleHealth",
            dependencies: ["Health", "JSON", "CExpat"],
            exclude: ["README.md"],
            swiftSettings: strict
        ),
        .target(
            name: "Files",
            dependencies: ["JSON", "CArchive", "CZlib"],
            exclude: ["README.md"],
            swiftSettings: strict
        ),
        .target(name: "Store", dependencies: ["Health", "CRocksDB"], exclude: ["README.md"], swiftSettings: strict),
        .target(name: "Secrets", exclude: ["README.md"], swiftSettings: strict),
        .target(
            name: "Kafka",
            dependencies: ["CRDKafka", "Secrets", "System"],
            exclude: ["README.md"],
            swiftSettings: lending
        ),
        .target(
            name: "Options",
            dependencies: ["JSON", "Secrets", "Webhooks"],
            exclude: ["README.md"],
            swiftSettings: strict
        ),
        .target(name: "Observation", dependencies: ["JSON", "System"], exclude: ["README.md"], swiftSettings: strict),
        .target(
            name: "Worker",
            dependencies: ["Health", "JSON", "Kafka", "Store", "Observation", "System"],
            exclude: ["README.md"],
            swiftSettings: lending
        ),
        .target(
            name: "Operations",
            dependencies: [
                "Dispatching", "Webhooks", "Worker", "Health", "JSON", "Kafka", "Observation", "Secrets", "Store",
                "System",
                "CCrypto",
            ],
            exclude: ["README.md"],
            swiftSettings: lending
        ),
        .target(
            name: "Delivering",
            dependencies: [
                "Dispatching", "Requests", "Webhooks", "Worker", "Health", "JSON", "Kafka", "Store", "Observation",
                "System",
            ],
            exclude: ["README.md"],
            swiftSettings: lending
        ),
        .target(
            name: "Views",
            dependencies: [
                "AppleHealth", "Dispatching", "Operations", "Webhooks", "Worker", "Health", "JSON", "Kafka",
                "Observation",
            ],
            exclude: ["README.md"],
            swiftSettings: strict
        ),
        .target(name: "Formats", dependencies: ["Health", "JSON"], exclude: ["README.md"], swiftSettings: strict),
        .target(
            name: "Webhooks",
            dependencies: ["Health", "JSON", "CCrypto"],
            exclude: ["README.md"],
            swiftSettings: strict
        ),
        .target(
            name: "Dispatching",
            dependencies: ["Webhooks", "Health"],
            exclude: ["README.md"],
            swiftSettings: strict
        ),
        .target(
            name: "Requests",
            dependencies: ["Webhooks", "System", "CCurl"],
            exclude: ["README.md"],
            swiftSettings: strict
        ),
        .target(
            name: "Serving",
            dependencies: ["Worker", "Observation", "System", "CMicrohttpd"],
            exclude: ["README.md"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "fork-worker",
            dependencies: [
                "AppleHealth", "Delivering", "Dispatching", "Formats", "Views", "Operations", "Requests", "Serving",
                "Webhooks", "Worker", "Health", "JSON", "Kafka", "Store", "Options", "Observation", "Files", "System",
                "CDemo", "CJemalloc",
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
                "CMeasure", "Worker", "Health", "JSON", "Kafka", "Randomness", "Requests", "Store", "System",
                "Webhooks",
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
        .target(name: "Clients", dependencies: ["Kafka"], path: "Tests/Clients", swiftSettings: lending),
        .testTarget(name: "JSONTests", dependencies: ["JSON", "Randomness"], swiftSettings: strict),
        .testTarget(
            name: "HealthTests",
            dependencies: ["Health", "JSON", "Randomness", "Store"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AppleHealthTests",
            dependencies: ["AppleHealth", "Exports", "Health", "JSON", "Randomness"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FilesTests",
            dependencies: ["Exports", "Files", "JSON", "Randomness"],
            swiftSettings: strict
        ),
        .testTarget(name: "StoreTests", dependencies: ["Store", "Health", "Randomness"], swiftSettings: strict),
        .testTarget(name: "SystemTests", dependencies: ["System"], swiftSettings: strict),
        .testTarget(name: "SecretsTests", dependencies: ["Secrets"], swiftSettings: strict),
        .testTarget(
            name: "KafkaTests",
            dependencies: ["Clients", "Kafka", "Secrets", "System"],
            swiftSettings: lending
        ),
        .testTarget(
            name: "OptionsTests",
            dependencies: ["Options", "JSON", "Randomness", "Webhooks"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ObservationTests",
            dependencies: ["Observation", "JSON", "Randomness", "System"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "WorkerTests",
            dependencies: [
                "Clients", "Worker", "Health", "JSON", "Kafka", "Observation", "Store", "System",
            ],
            swiftSettings: lending
        ),
        .testTarget(
            name: "OperationsTests",
            dependencies: [
                "Operations", "Health", "JSON", "Kafka", "Observation", "Randomness", "Store", "Webhooks", "Worker",
            ],
            swiftSettings: lending
        ),
        .testTarget(
            name: "ServingTests",
            dependencies: ["Clients", "Serving", "Observation", "System", "Worker"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "DeliveringTests",
            dependencies: ["Delivering", "Dispatching", "Health", "Observation", "Webhooks", "Worker"],
            swiftSettings: lending
        ),
        .testTarget(
            name: "ViewsTests",
            dependencies: ["Views", "JSON", "Kafka", "Operations", "Webhooks", "Worker"],
            swiftSettings: strict
        ),
        .testTarget(name: "FormatsTests", dependencies: ["Formats"], swiftSettings: strict),
        .testTarget(
            name: "WebhooksTests",
            dependencies: ["Webhooks", "Health", "JSON", "Randomness"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "DispatchingTests",
            dependencies: ["Dispatching", "Health", "JSON", "Randomness", "Store", "Webhooks"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RequestsTests",
            dependencies: ["Requests", "System", "Webhooks"],
            exclude: ["Servers/server.mjs", "Servers/server.py"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CommandTests",
            dependencies: ["Clients", "Exports", "Health", "JSON", "Operations", "Webhooks", "fork-worker"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "Clients", "Health", "Kafka", "Observation", "Operations", "Randomness", "Store", "System", "Worker",
                "JSON",
                "fork-worker",
            ],
            swiftSettings: lending
        ),
        // What must hold whatever the bytes are: for the fuzzer, and for the tests that go through what it has found.
        .target(
            name: "Readers",
            dependencies: ["AppleHealth", "Health", "JSON", "Kafka", "Options", "Requests", "Store", "Webhooks"],
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
        simulation("Store", ["CRocksDB", "Health", "SimulatedSystem"]),
        simulation("Kafka", ["CRDKafka", "Secrets", "SimulatedSystem", "System"], simulating(["System"])),
        simulation("Requests", ["SimulatedSystem", "Webhooks"]),
        simulation(
            "Worker",
            [
                "Health", "JSON", "Kafka", "Observation", "SimulatedKafka", "SimulatedStore",
                "SimulatedSynchronization", "SimulatedSystem", "Store", "System",
            ],
            excluding: ["README.md"],
            aliases
        ),
        simulation(
            "Delivering",
            [
                "Dispatching", "Health", "JSON", "Kafka", "Observation", "Requests", "SimulatedKafka",
                "SimulatedRequests", "SimulatedStore", "SimulatedSynchronization", "SimulatedSystem", "SimulatedWorker",
                "Store", "System", "Webhooks", "Worker",
            ],
            aliasesAroundWorker + simulating(["Requests"])
        ),
        // The commands that run beside workers; of those that do more than to call `Operations` what they do.
        simulation(
            "Operations",
            [
                "Health", "JSON", "Kafka", "Observation", "SimulatedKafka", "SimulatedSystem", "SimulatedWorker",
                "System", "Webhooks", "Worker",
            ],
            aliasesAroundWorker
        ),
        simulation(
            "Commands",
            [
                "Health", "Observation", "Operations", "Options", "SimulatedKafka", "SimulatedOperations",
                "SimulatedStore", "SimulatedSystem", "SimulatedWorker", "Store", "Worker",
            ],
            aliasesAroundWorker + simulating(["Operations"])
        ),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "Dispatching", "Health", "Observation", "Randomness", "SimulatedCommands", "SimulatedDelivering",
                "SimulatedKafka", "SimulatedOperations", "SimulatedRequests", "SimulatedStore", "SimulatedSystem",
                "SimulatedWorker", "Store", "System", "Webhooks",
            ],
            path: "Tests/Simulation/Tests",
            swiftSettings: simulated
        ),
        .testTarget(name: "TidyTests", swiftSettings: strict),
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
            linkerSettings: [.unsafeFlags(["-sanitize=address", "-use-ld=lld", libFuzzer, "-lstdc++"])]
        )
    )
}
