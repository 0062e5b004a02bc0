/// The command-line options of the benchmarks.
struct Options {
    var suites: [String] = []
    /// The file for the figures as JSON; nil means none.
    var json: String?
    /// The only workload to run; nil means all.
    var workload: String?
    /// The amount of work, as a multiple of the default.
    var scale = 1.0
    /// Whether each workload runs once, without comparisons: for a profiler, or to count instructions.
    var isOnce = false
    /// Whether `isOnce` runs only the parse of the bytes.
    var isParseOnly = false
    /// Whether only instructions and allocations are counted, which are the same in every run; nothing is timed.
    var isCount = false
    /// The brokers for the suites that need one.
    ///
    /// Nil means a node of `KAFKA_HOME` that is removed after the run.
    var bootstrapServers: String?
    /// The folder of another program that does the worker's job; nil means none.
    ///
    /// The folder has `libs/*.jar` with the class `peer.App`. Missing Kafka classes come from `KAFKA_HOME`.
    var peer: String?
    /// The folder in which scratch folders for databases are created; nil means the directory for temporary files.
    ///
    /// The scratch folders are removed after the run.
    var stateDirectory: String?

    /// An error that stops the benchmarks.
    struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    init(_ arguments: some Sequence<String>, suites known: [String]) throws(Wrong) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--once": isOnce = true
            case "--parse-only": isParseOnly = true
            case "--count": isCount = true
            case "--json": json = try Self.value(argument, &rest)
            case "--workload": workload = try Self.value(argument, &rest)
            case "--peer": peer = try Self.value(argument, &rest)
            case "--bootstrap-servers": bootstrapServers = try Self.value(argument, &rest)
            case "--state-directory": stateDirectory = try Self.value(argument, &rest)
            case "--scale":
                guard let number = Double(try Self.value(argument, &rest)), number > 0 else {
                    throw Wrong(description: "--scale needs a number above 0")
                }
                scale = number
            case let name where known.contains(name): suites.append(name)
            default:
                throw Wrong(description: "unknown argument \(argument); suites: \(known.joined(separator: ", "))")
            }
        }
        if isParseOnly, !isOnce { throw Wrong(description: "--parse-only needs --once") }
        // Only these suites count instructions.
        if suites.isEmpty { suites = isCount ? ["core", "small"] : known }
    }

    private static func value(_ name: String, _ rest: inout ArraySlice<String>) throws(Wrong) -> String {
        guard let value = rest.popFirst() else { throw Wrong(description: "\(name) needs a value") }
        return value
    }
}
