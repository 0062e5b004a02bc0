package struct WebhookEchoOptions: Sendable {
    package let listen: HTTPAddress
    /// The path of the file of secrets; nil if there is none.
    package let secrets: String?
    /// The status of verified deliveries.
    package let status: Int
    /// The share of verified deliveries that are answered with 500, from 0 to 1.
    package let failShare: Double
    /// The number that determines which deliveries fail; nil for a random one.
    package let seed: UInt64?
    package let delayMilliseconds: Int
    /// Whether to print one JSON object per line.
    package let isJSON: Bool
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        listen = try values.required(Options.listen)
        secrets = try values.optional(Options.secrets)
        status = try values.required(Options.answer)
        failShare = try values.required(Options.fail)
        seed = try values.optional(Options.seed).map { UInt64($0) }
        delayMilliseconds = try values.required(Options.delay)
        isJSON = try values.required(Options.json)
        log = try LogOptions(values)
    }
}
