package import Webhooks

/// The options of `dispatch`, which delivers jobs until it is stopped.
package struct DispatchOptions: Sendable {
    package let cluster: ClusterOptions
    package let membership: MembershipOptions
    /// The memory for the whole process without the settings of connections.
    package let memoryLimitBytes: Int
    /// The address of the health and metrics pages; nil for none.
    package let httpAddress: HTTPAddress?
    /// The file with the secrets; nil for the environment only.
    package let secretsFile: String?
    package let payload: PayloadForm
    package let coalesceMilliseconds: Int
    package let schedule: RetrySchedule
    package let orderHoldMilliseconds: Int
    package let drainMilliseconds: Int
    /// Whether to begin the sequences of all partitions anew.
    package let beginsNewBase: Bool
    package let concurrency: Int
    package let perHost: Int
    package let ratePerHost: Int?
    package let connectMilliseconds: Int
    package let requestMilliseconds: Int
    /// The file with the certificate authorities for callback URLs; nil for those of the system.
    package let authoritiesFile: String?
    package let callbacks: CallbackRules
    package let log: LogOptions
    /// All options with their values, given or by default, for the log event at start.
    package let effective: [EffectiveOption]

    init(_ values: Values) throws(Fault) {
        cluster = try ClusterOptions(values, bootstrapServers: Options.dispatchBootstrapServers)
        membership = try MembershipOptions(values, stateDirectory: Options.dispatchStateDirectory)
        memoryLimitBytes = try values.required(Options.dispatchMemoryLimit)
        httpAddress = try values.optional(Options.httpAddress)
        secretsFile = try values.optional(Options.deliverySecrets)
        payload = try values.required(Options.payload)
        coalesceMilliseconds = try values.required(Options.coalesce)
        schedule = try values.required(Options.retrySchedule)
        orderHoldMilliseconds = try values.required(Options.orderHold)
        drainMilliseconds = try values.required(Options.drainTimeout)
        beginsNewBase = try values.required(Options.newBase)
        concurrency = try values.required(Options.concurrency)
        perHost = try values.required(Options.perHost)
        ratePerHost = try values.optional(Options.ratePerHost)
        connectMilliseconds = try values.required(Options.connectTimeout)
        requestMilliseconds = try values.required(Options.requestTimeout)
        authoritiesFile = try values.optional(Options.callbackAuthorities)
        callbacks = CallbackRules(
            allowedPorts: Set(try values.optional(Options.allowPorts) ?? []),
            allowsLoopback: try values.required(Options.allowLoopbackDeliveries),
            allowedNetworks: try values.optional(Options.allowNetworks) ?? []
        )
        log = try LogOptions(values)
        let foreign = Options.dispatchCallRows + [Options.json.row]
        effective = values.effective.filter { option in !foreign.contains { $0.name == option.name } }
        if let row = foreign.first(where: { values.isGiven($0.name) }) {
            throw Fault(.argument("--\(row.name)"), "is for dispatch list, resend or new-secret only")
        }
    }
}

/// The options for the membership of a process in its group, and for its state and topics.
package struct MembershipOptions: Sendable {
    /// The name in the group; nil for the name in the state directory.
    package let groupInstanceID: String?
    /// Whether the process joins its group without an instance id.
    package let isDynamic: Bool
    package let assignment: AssignmentStrategy
    /// The folder of the local state; a relative path starts at the working directory.
    package let stateDirectory: String
    /// Whether to take over state, topics and offsets that belong to another process.
    package let adoptsState: Bool
    /// Whether to create missing topics.
    package let createsTopics: Bool
    /// The partition count of created topics; dead-letter topics have one partition.
    package let partitions: Int
    /// The replication factor of created topics; nil for the broker's default.
    package let replicationFactor: Int?

    init(_ values: Values, stateDirectory: Option<String>) throws(Fault) {
        groupInstanceID = try values.optional(Options.groupInstanceID)
        isDynamic = try values.required(Options.dynamicMembership)
        assignment = try values.required(Options.assignment)
        self.stateDirectory = try values.required(stateDirectory)
        adoptsState = try values.required(Options.adoptState)
        createsTopics = try values.required(Options.createTopics)
        partitions = try values.required(Options.partitions)
        replicationFactor = try values.optional(Options.replicationFactor)
    }
}

/// The options of `dispatch list`, `dispatch resend` and `dispatch new-secret`, which share their table row with
/// `dispatch`.
package struct DeliveriesOptions: Sendable {
    package enum Action: Sendable, Equatable {
        /// Lists connections whose jobs wait; nil lists all.
        case list(connection: String?)
        case resend(Resend)
    }

    /// The jobs to send again.
    package struct Resend: Sendable, Equatable {
        /// The connections; nil means all.
        package let connections: [String]?
        package let since: TimeArgument
        package let until: TimeArgument?
        /// Whether to only count the jobs.
        package let isDryRun: Bool
    }

    package let action: Action
    /// Whether to print one JSON object per line.
    package let isJSON: Bool
    package let cluster: ClusterOptions
    package let log: LogOptions

    init(_ values: Values) throws(Fault) {
        let connections = try values.all(Options.deliveredConnections)
        try Self.check(values)
        if values.operands[0] == "list" {
            if connections.count > 1 { throw Fault(.argument("--connection"), "may be given once for list") }
            action = .list(connection: connections.first)
        } else {
            action = .resend(try Self.resend(values, connections))
        }
        isJSON = try values.required(Options.json)
        cluster = try ClusterOptions(values, bootstrapServers: Options.dispatchBootstrapServers)
        log = try LogOptions(values)
    }

    private static func resend(_ values: Values, _ connections: [String]) throws(Fault) -> Resend {
        let isAll = try values.required(Options.allDelivered)
        if isAll == !connections.isEmpty {
            throw Fault(.argument("--connection"), isAll ? "cannot be combined with --all" : "or --all must be given")
        }
        guard let since = try values.optional(Options.resentSince) else {
            throw Fault(.argument("--since"), "must be given for resend")
        }
        let until = try values.optional(Options.resentUntil)
        if let until, since.isLater(than: until) {
            throw Fault(.argument("--since"), "must not be later than --until")
        }
        return Resend(
            connections: isAll ? nil : connections,
            since: since,
            until: until,
            isDryRun: try values.required(Options.resendDryRun)
        )
    }

    private static let ofResend = [
        Options.allDelivered.row, Options.resentSince.row, Options.resentUntil.row, Options.resendDryRun.row,
    ]

    private static func check(_ values: Values) throws(Fault) {
        let rows = (values.operands[0] == "list" ? ofResend : []) + [Options.ed25519.row]
        guard let row = rows.first(where: { values.isGiven($0.name) }) else { return }
        let owner = row.name == Options.ed25519.row.name ? "new-secret" : "resend"
        throw Fault(.argument("--\(row.name)"), "is for \(owner) only")
    }
}

/// The options of `dispatch new-secret`.
package struct NewSecretOptions: Sendable {
    /// Whether to make a pair of Ed25519 keys instead of a shared secret.
    package let isEd25519: Bool

    init(_ values: Values) throws(Fault) {
        isEd25519 = try values.required(Options.ed25519)
        let foreign = Options.dispatchCallRows.filter { $0.name != Options.ed25519.row.name }
        if let row = foreign.first(where: { values.isGiven($0.name) }) {
            throw Fault(.argument("--\(row.name)"), "is not for new-secret")
        }
    }
}
