/// What is to be measured, and how much of it.
struct Options {
    var suites: [String] = []
    /// Where the figures go as JSON; nil: nowhere.
    var json: String?
    /// The only workload to be run; nil: all.
    var workload: String?
    /// How many times the usual amount of work.
    var scale = 1.0
    /// Whether each workload is run once and nothing is compared: for a profiler, or for counting instructions.
    var isOnce = false
    /// Whether of that only the parse of the bytes is run.
    var isParseOnly = false
    /// Whether instructions and allocations are counted, which are the same in every run, and nothing is timed.
    var isCount = false
    /// The brokers of suites that need one; nil: a node of `KAFKA_HOME`, which goes with the run.
    var bootstrapServers: String?
    /// The folder of another program that does the worker's job (`libs/*.jar` with `peer.App`; what of Kafka they
    /// lack is taken from `KAFKA_HOME`); nil: none.
    var peer: String?
    /// Where databases are made, each in a folder of its own that goes with the run; nil: where temporary files go.
    var stateDirectory: String?

    /// Something that can't be asked for.
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
                throw Wrong(description: "\(argument) is no suite (\(known.joined(separator: ", "))) and no option")
            }
        }
        if isParseOnly, !isOnce { throw Wrong(description: "--parse-only is of --once") }
        // Counts are of the core and of small uploads.
        if suites.isEmpty { suites = isCount ? ["core", "small"] : known }
    }

    private static func value(_ name: String, _ rest: inout ArraySlice<String>) throws(Wrong) -> String {
        guard let value = rest.popFirst() else { throw Wrong(description: "\(name) needs a value") }
        return value
    }
}
