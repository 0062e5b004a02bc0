import Foundation
import Kafka
import Synchronization

/// Reads committed output records, and measures the time from the append of an upload to its result.
final class Visibility: Sendable {
    private let seconds = Mutex<[Double]>([])
    private let isOver = Atomic(false)
    private let group = DispatchGroup()

    /// The part of an output record that has the id of the upload.
    enum Mark {
        /// A header, as in documents.
        case header(StaticString)
        /// The value, which is the copied upload.
        case value
    }

    /// Begins to read partitions at their end offsets, on a new thread.
    func begin(_ partitions: [TopicPartition], at servers: String, of load: Load, by mark: Mark) {
        group.enter()
        Thread.detachNewThread {
            defer { self.group.leave() }
            do {
                let consumer = try Consumer(["bootstrap.servers": servers, "group.id": "visibility"])
                try consumer.assign(partitions.map { Assignment($0, from: .end) })
                while !self.isOver.load(ordering: .relaxed) {
                    guard let message = consumer.poll(timeoutMilliseconds: 20), message.error == nil else { continue }
                    self.see(message, load, mark)
                }
            } catch {
                log("visibility: cannot read: \(error)")
            }
        }
    }

    private func see(_ message: borrowing Message, _ load: Load, _ mark: Mark) {
        var id: [UInt8]?
        switch mark {
        case .header(let name):
            let headers = message.headers
            if let value = headers.last("\(name)") { id = value.withUnsafeBytes { Array($0) } }
        case .value:
            if let value = message.value, value.byteCount > Load.idStart + Load.idBytes {
                id = value.withUnsafeBytes { Array($0[Load.idStart..<Load.idStart + Load.idBytes]) }
            }
        }
        guard let id, let appended = load.take(id) else { return }
        let elapsed = Double(DispatchTime.now().uptimeNanoseconds - appended) / 1e9
        seconds.withLock { $0.append(elapsed) }
    }

    /// Stops reading, and returns the times in seconds, ascending.
    func end() -> [Double] {
        isOver.store(true, ordering: .relaxed)
        group.wait()
        return seconds.withLock { $0.sorted() }
    }
}

extension [Double] {
    /// Returns a quantile of a sorted array of seconds, in milliseconds; NaN if the array is empty.
    func milliseconds(_ part: Double) -> Double {
        isEmpty ? .nan : self[Swift.min(count - 1, Int(Double(count) * part))] * 1_000
    }
}
