import Kafka
import Observation
import Views
import Worker

/// Sends the uploads of the demo to a worker, each upload after the commit of the previous one.
///
/// The worker calls `step` while it waits for a stop request, so no further thread is needed.
final class StoryProducer {
    /// Two partitions show that there can be many; each connection stays in one of them.
    static let partitions: Int32 = 2
    /// Joining takes 3 s and an upload a tenth of a second, so the deadline is long enough for very busy machines.
    private static let deadlineSeconds: Int64 = 40
    private static let pauseMilliseconds: Int64 = 10
    private static let timeoutMilliseconds: Int32 = 10_000

    private let uploads: [StoryRecord]
    private let topics: TopicNames
    private let producer: Producer
    private let observer: Observer
    private let signals: StopSignals
    private let say: (String) -> Void
    private let begun = ContinuousClock.now
    private var lap = ContinuousClock.now
    private var isReady = false
    private var sent = 0
    /// Whether all uploads were committed.
    private(set) var isDone = false
    /// The reason why the demo failed; nil if it has not failed.
    private(set) var fault: StartError?

    /// Connects to the broker, and sends the settings.
    init(
        _ story: Story,
        to topics: TopicNames,
        on bootstrapServers: String,
        _ observer: Observer,
        _ signals: StopSignals,
        say: @escaping (String) -> Void
    ) throws(StartError) {
        uploads = story.uploads
        self.topics = topics
        self.observer = observer
        self.signals = signals
        self.say = say
        do throws(KafkaError) {
            producer = try Producer(["bootstrap.servers": bootstrapServers])
            try producer.warmUp([topics.uploads, topics.connections], timeoutMilliseconds: Self.timeoutMilliseconds)
            for settings in Story.settings { try send(settings, to: topics.connections) }
        } catch {
            throw StartError(embedded: error)
        }
    }

    /// Sends the next upload if possible, and returns the reason to stop the worker; nil to continue.
    func step(milliseconds: Int64) -> String? {
        if let signal = signals.wait(milliseconds: min(milliseconds, Self.pauseMilliseconds)) { return signal }
        do throws(KafkaError) {
            try sendNext()
        } catch {
            fault = StartError(embedded: error)
        }
        return isDone || fault != nil ? "end of the demo" : nil
    }

    private func sendNext() throws(KafkaError) {
        let counters = Counters(observer)
        if !isReady, counters["partitions"] >= Int(Self.partitions) {
            isReady = true
            say("the worker has joined its group and owns \(Self.partitions) partitions (\(seconds(since: lap)))")
            lap = ContinuousClock.now
        }
        if isReady, counters["uploads_total"] >= sent {
            guard sent < uploads.count else {
                say("\(sent) uploads played in, each after the one before was committed (\(seconds(since: lap)))")
                isDone = true
                return
            }
            try send(uploads[sent], to: topics.uploads)
            sent += 1
        }
        guard ContinuousClock.now - begun > .seconds(Self.deadlineSeconds) else { return }
        let missing = isReady ? "upload \(sent) of \(uploads.count) was not committed" : "the worker was not ready"
        fault = StartError(
            "\(missing) within \(Self.deadlineSeconds) s: try again, with --log-level debug to see why"
        )
    }

    /// Sends a record and waits for the acknowledgement.
    private func send(_ record: StoryRecord, to topic: String) throws(KafkaError) {
        try producer.produce(
            to: topic,
            key: record.connection.utf8.span.rawBytes,
            value: record.value.span.rawBytes,
            timestampMilliseconds: record.timestampMilliseconds
        )
        try producer.flush(timeoutMilliseconds: Self.timeoutMilliseconds)
    }

    private func seconds(since start: ContinuousClock.Instant) -> String {
        Figures.decimal((ContinuousClock.now - start) / .seconds(1), places: 1) + " s"
    }
}
