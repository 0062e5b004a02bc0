import Randomness
import Vocabulary

/// Generates the consecutive days of one connection, with about a thousand samples each.
struct History {
    static let connection = "conn-history"
    private var draw = SeededRandom(seed: 11)
    /// The number of days so far.
    private(set) var days = 0
    /// The timestamp of the last upload, in milliseconds since 1970.
    private var timestampMilliseconds: Int64 = 0

    /// Returns the next day, in uploads of at most `samplesPerUpload` samples.
    mutating func next(samplesPerUpload: Int = 10_000) -> (uploads: [Workload.Upload], samples: Int) {
        let samples = Day.samples(Day.first + days, &draw)
        days += 1
        let uploads = Workload.chunks(samples, samplesPerUpload, Self.connection, &draw).map(\.upload)
        timestampMilliseconds = uploads.last?.timestampMilliseconds ?? timestampMilliseconds
        return (uploads, samples.count)
    }

    /// Returns an upload that only deletes one sample.
    mutating func deletion(of id: String) -> Workload.Upload {
        let seconds = Double(timestampMilliseconds) / 1000 - 978_307_200
        return Workload.Upload(of: Self.connection, at: seconds, deleted: [id], &draw)
    }

    /// Returns the ids of the samples in an upload, in order.
    static func ids(_ upload: Workload.Upload) -> [String] {
        let mark = Array("{\"id\":\"".utf8)
        return ByteTemplate.uuids(upload.bytes).compactMap { offset, text in
            offset >= mark.count && upload.bytes[offset - mark.count..<offset].elementsEqual(mark) ? text : nil
        }
    }
}

extension [Double] {
    /// The median, the upper one of two middle values; NaN if the array is empty.
    var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}
