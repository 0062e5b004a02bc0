import Health
import Randomness

/// The days of one connection, a thousand samples each, one after the other.
struct History {
    static let connection = "conn-history"
    private var draw = SeededRandom(seed: 11)
    /// How many days there were.
    private(set) var days = 0
    /// When the last upload came.
    private var timestampMilliseconds: Int64 = 0

    /// The next day, in uploads of so many samples.
    mutating func next(samplesPerUpload: Int = 10_000) -> (uploads: [Workload.Upload], samples: Int) {
        let samples = Day.samples(Day.first + days, &draw)
        days += 1
        let uploads = Workload.chunks(samples, samplesPerUpload, Self.connection, &draw).map(\.upload)
        timestampMilliseconds = uploads.last?.timestampMilliseconds ?? timestampMilliseconds
        return (uploads, samples.count)
    }

    /// An upload that only deletes one sample.
    mutating func deletion(of id: String) -> Workload.Upload {
        let seconds = Double(timestampMilliseconds) / 1000 - 978_307_200
        return Workload.Upload(of: Self.connection, at: seconds, deleted: [id], &draw)
    }

    /// The ids of the samples in an upload, in their order.
    static func ids(_ upload: Workload.Upload) -> [String] {
        let mark = Array("{\"id\":\"".utf8)
        return ByteTemplate.uuids(upload.bytes).compactMap { offset, text in
            offset >= mark.count && upload.bytes[offset - mark.count..<offset].elementsEqual(mark) ? text : nil
        }
    }
}

extension [Double] {
    /// The one in the middle.
    var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}
