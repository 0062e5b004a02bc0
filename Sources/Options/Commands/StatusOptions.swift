package struct StatusOptions: Sendable {
    /// Whether to repeat the status until stopped.
    package let watches: Bool
    /// The workers whose metrics pages to read.
    package let workers: [HTTPAddress]
    /// Whether to print one JSON object per line.
    package let isJSON: Bool
    package let cluster: ClusterOptions
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        watches = try values.required(Options.watch)
        workers = try values.all(Options.worker)
        isJSON = try values.required(Options.json)
        cluster = try ClusterOptions(values)
        log = try LogOptions(values)
    }
}
