/// Everything that `forget` is told.
package struct ForgetOptions: Sendable {
    /// Who is to be forgotten; well-formed.
    package let connection: String
    /// Only looks where it still stands.
    package let isCheck: Bool
    /// Somebody has said yes already, so that nobody is asked.
    package let isAgreed: Bool
    /// How long workers are waited for.
    package let timeoutMilliseconds: Int
    /// One JSON object a line.
    package let isJSON: Bool
    /// Where the brokers and topics are.
    package let cluster: ClusterOptions
    /// What is logged, and how.
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        connection = values.operands[0]
        isCheck = try values.required(Options.check)
        isAgreed = try values.required(Options.agreed)
        timeoutMilliseconds = try values.required(Options.timeout)
        isJSON = try values.required(Options.json)
        cluster = try ClusterOptions(values)
        log = try LogOptions(values)
        let given = [Options.agreed.row, Options.timeout.row].first { values.isGiven($0.name) }
        if isCheck, let given {
            throw Fault(.argument("--\(given.name)"), "is for forgetting, and --check only looks")
        }
    }
}
