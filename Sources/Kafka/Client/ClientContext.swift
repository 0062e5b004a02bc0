import CRDKafka
import Glibc
import Secrets

/// What the callbacks of one client may touch: it travels through C as the opaque pointer.
///
/// They are served while the owner polls, on the owner's thread; one that asks for a token, or is shown a certificate, runs
/// on a thread of librdkafka, and touches nothing that changes. The owner touches nothing here while C is called, so no
/// access overlaps.
final class ClientContext {
    let secrets: SecretValues
    /// For the callback that comes on a thread of the library; all else is the owner's.
    let tokens: TokenKeeper?
    /// The same: what notes the certificates that brokers show.
    let certificates: CertificateLog?
    private let onEvent: (ClientEvent) -> Void
    /// The owner's answer to a rebalance, set while it polls or closes.
    var onRebalance: ((Rebalance) -> Void)?
    /// The rebalance being answered.
    var current: RebalanceInHand?
    /// The consumer is being closed: the library may answer no question any more.
    var isClosing = false
    /// Partitions that the owner has paused: only those may be resumed.
    var paused: Set<TopicPartition> = []
    /// The first failed delivery since the transaction began.
    var deliveryFailure: KafkaError? {
        didSet { if deliveryFailure == nil { deliveryFailurePlace = nil } }
    }
    /// Where that delivery was to go.
    var deliveryFailurePlace: TopicPartition?

    /// What became of numbered records, until the owner takes it.
    var deliveries: [Delivery] = []

    /// The topic whose delivered offsets are noted.
    var watchedTopic: String?
    /// The greatest delivered offset of each partition of the watched topic.
    var deliveredOffsets: [Int32: Int64] = [:]
    /// The least delivered offset of each partition of the watched topic.
    var leastDeliveredOffsets: [Int32: Int64] = [:]
    /// Where the first record of all was delivered, or may have been.
    var begun: Set<TopicPartition> = []

    init(
        secrets: SecretValues,
        tokens: TokenKeeper?,
        certificates: CertificateLog?,
        onEvent: @escaping (ClientEvent) -> Void
    ) {
        self.secrets = secrets
        self.tokens = tokens
        self.certificates = certificates
        self.onEvent = onEvent
    }

    /// What the library says goes on without the client's secrets: it quotes what it was given.
    func report(_ event: ClientEvent) {
        switch event {
        case .log(let line):
            let text = secrets.masked(line.text)
            onEvent(.log(ClientEvent.LogLine(severity: line.severity, facility: line.facility, text: text)))
        case .notice(let error): onEvent(.notice(error.masked(by: secrets)))
        case .statistics: onEvent(event)
        }
    }

    /// A purge only follows from another failure, so that one is kept where both come.
    func deliveryFailed(_ code: ErrorCode, _ partition: @autoclosure () -> TopicPartition) {
        let isPurge = code == .purgedFromQueue || code == .purgedInFlight
        if let known = deliveryFailure?.code, isPurge || (known != .purgedFromQueue && known != .purgedInFlight) {
            return
        }
        let place = partition()
        deliveryFailure = KafkaError(.delivery, code, subject: place.description)
        deliveryFailurePlace = place
    }

    func delivered(_ topic: UnsafePointer<CChar>, _ partition: Int32, _ offset: Int64) {
        // A batch that the broker had already has no offset that the library knows: it may have been the first.
        if offset <= 0 { unsafe begun.insert(TopicPartition(String(cString: topic), partition)) }
        guard offset >= 0, let watchedTopic, unsafe strcmp(topic, watchedTopic) == 0 else { return }
        // Reports of a partition come in its order: a lower offset is that of another log, of a topic that was made again.
        deliveredOffsets[partition] = offset
        leastDeliveredOffsets[partition] = min(leastDeliveredOffsets[partition] ?? offset, offset)
    }

    static func from(_ opaque: UnsafeMutableRawPointer?) -> ClientContext? {
        guard let opaque = unsafe opaque else { return nil }
        return unsafe Unmanaged<ClientContext>.fromOpaque(opaque).takeUnretainedValue()
    }
}

/// A rebalance while its callback runs.
@safe struct RebalanceInHand {
    /// The list that C handed in; valid during the callback only.
    let partitions: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>?
    /// The owner has called `assign` or `unassign`.
    var isAnswered = false
}
