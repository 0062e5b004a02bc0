/// Everything that `status` is told.
package struct StatusOptions: Sendable {
    /// It goes on, and shows anew what has changed.
    package let watches: Bool
    /// Workers whose pages are asked too.
    package let workers: [HTTPAddress]
    /// One JSON object a line.
    package let isJSON: Bool
    /// Where the brokers and topics are.
    package let cluster: ClusterOptions
    /// What is logged, and how.
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        watches = try values.required(Options.watch)
        workers = try values.all(Options.worker)
        isJSON = try values.required(Options.json)
        cluster = try ClusterOptions(values)
        log = try LogOptions(values)
    }
}
