import CRDKafka
import Glibc
import System

/// The state that the callbacks of one client use.
///
/// C passes the context as the opaque pointer. Callbacks run on the owner's thread, while the owner polls. The owner
/// does not use the context during a call into C, so accesses do not overlap. Only the callbacks for tokens and
/// certificates run on a thread of the library, and they use only immutable fields.
final class ClientContext {
    let secrets: SecretValues
    /// The source of tokens, used on a thread of the library.
    let tokens: TokenKeeper?
    /// The log of certificates, used on a thread of the library.
    let certificates: CertificateLog?
    private let onEvent: (ClientEvent) -> Void
    /// The owner's function that answers a rebalance, set while the consumer polls or closes.
    var onRebalance: ((Rebalance) -> Void)?
    /// The rebalance that is being answered.
    var current: CurrentRebalance?
    /// Whether the consumer is being closed, so that the library may answer no more requests.
    var isClosing = false
    /// The partitions that the owner has paused; only these partitions may be resumed.
    var paused: Set<TopicPartition> = []
    /// The first failed delivery since the transaction began, and its partition.
    var failedDelivery: (error: KafkaError, place: TopicPartition)?

    /// The deliveries of numbered records, until the owner takes them.
    var deliveries: [Delivery] = []

    /// Whether delivered offsets are recorded.
    var watchesDeliveries = false
    /// The delivered offsets of each partition, without the offsets in `run`.
    private var spans: [TopicPartition: DeliveredSpan] = [:]
    /// The partition of the last delivery and its offsets, so that further reports of it need no lookup in `spans`.
    private var run: (name: [CChar], place: TopicPartition, span: DeliveredSpan)?

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

    /// Passes an event on with the client's secrets masked, because the library quotes its configuration.
    func report(_ event: ClientEvent) {
        switch event {
        case .log(let line):
            let text = secrets.masked(line.text)
            onEvent(.log(ClientEvent.LogLine(severity: line.severity, facility: line.facility, text: text)))
        case .notice(let error): onEvent(.notice(error.masked(by: secrets)))
        case .statistics: onEvent(event)
        }
    }

    /// Records a failed delivery.
    ///
    /// A purge is the consequence of another failure, so it does not replace that failure.
    func deliveryFailed(_ code: ErrorCode, _ partition: @autoclosure () -> TopicPartition) {
        let isPurge = code == .purgedFromQueue || code == .purgedInFlight
        if let known = failedDelivery?.error.code, isPurge || (known != .purgedFromQueue && known != .purgedInFlight) {
            return
        }
        let place = partition()
        failedDelivery = (KafkaError(.delivery, code, subject: place.description), place)
    }

    /// Records the offset and the timestamp of a delivered record.
    func delivered(_ topic: UnsafePointer<CChar>, _ partition: Int32, _ offset: Int64, _ timestamp: Int64) {
        if let run, run.place.partition == partition, unsafe strcmp(topic, run.name) == 0 {
            self.run?.span.add(offset, timestampMilliseconds: timestamp)
            return
        }
        endRun()
        let name = unsafe String(cString: topic)
        let place = TopicPartition(name, partition)
        var span = spans[place] ?? DeliveredSpan()
        span.add(offset, timestampMilliseconds: timestamp)
        run = (Array(name.utf8CString), place, span)
    }

    private func endRun() {
        if let run { spans[run.place] = run.span }
        run = nil
    }

    /// Returns the delivered offsets of each partition since the transaction began.
    func deliveredSpans() -> [TopicPartition: DeliveredSpan] {
        endRun()
        return spans
    }

    /// Forgets the deliveries of earlier transactions.
    func forgetDeliveries() {
        failedDelivery = nil
        spans = [:]
        run = nil
    }

    static func from(_ opaque: UnsafeMutableRawPointer?) -> ClientContext? {
        guard let opaque = unsafe opaque else { return nil }
        return unsafe Unmanaged<ClientContext>.fromOpaque(opaque).takeUnretainedValue()
    }
}

/// A rebalance whose callback is running.
@safe struct CurrentRebalance {
    /// The list from C, valid only during the callback.
    let partitions: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>?
    /// Whether the owner has called `assign` or `unassign`.
    var isAnswered = false
}
