import Kafka
import Observation

/// Sends the uploads to a worker, each after the previous one was committed, and then stops the worker.
///
/// It runs inside the worker's wait for a stop request, so it needs no thread of its own.
struct Player {
    /// The way in which the demo ended.
    enum End: Equatable {
        case played
        case interrupted
        case failed(String)
    }

    /// Joining takes 3 s and an upload a tenth of a second, so the deadline is long enough for very busy machines.
    private static let deadlineSeconds: Int64 = 40
    private static let pauseMilliseconds: Int64 = 10

    private let uploads: [StoryRecord]
    private let observer: Observer
    private let signals: StopSignals
    private let say: (String) -> Void
    private let begun = ContinuousClock.now
    private var lap = ContinuousClock.now
    private var isReady = false
    private var sent = 0
    /// Nil until the demo has ended.
    private(set) var end: End?

    init(_ uploads: [StoryRecord], observer: Observer, signals: StopSignals, say: @escaping (String) -> Void) {
        self.uploads = uploads
        self.observer = observer
        self.signals = signals
        self.say = say
    }

    /// Sends the next upload if possible, and returns the reason to stop the worker; nil to continue.
    mutating func step(on stage: borrowing Stage, milliseconds: Int64) -> String? {
        if let signal = signals.wait(milliseconds: min(milliseconds, Self.pauseMilliseconds)) {
            end = .interrupted
            return signal
        }
        do throws(KafkaError) {
            end = try play(on: stage)
        } catch {
            end = .failed(DemoError(error).description)
        }
        return end == nil ? nil : "end of the demo"
    }

    private mutating func play(on stage: borrowing Stage) throws(KafkaError) -> End? {
        let counters = Counters(observer)
        if !isReady, counters["partitions"] >= Int(Stage.partitions) {
            isReady = true
            say("the worker has joined its group and owns \(Stage.partitions) partitions (\(seconds(since: lap)))")
            lap = ContinuousClock.now
        }
        if isReady, counters["uploads_total"] >= sent {
            guard sent < uploads.count else {
                say("\(sent) uploads played in, each after the one before was committed (\(seconds(since: lap)))")
                return .played
            }
            try stage.send(upload: uploads[sent])
            sent += 1
        }
        guard ContinuousClock.now - begun > .seconds(Self.deadlineSeconds) else { return nil }
        let missing = isReady ? "upload \(sent) of \(uploads.count) was not committed" : "the worker was not ready"
        return .failed("\(missing) within \(Self.deadlineSeconds) s: try again, with --log-level debug to see why")
    }

    private func seconds(since start: ContinuousClock.Instant) -> String {
        let tenths = (ContinuousClock.now - start) / .milliseconds(100)
        return Figures.decimal(tenths.rounded() / 10, places: 1) + " s"
    }
}
