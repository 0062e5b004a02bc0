import JSON
import Vocabulary

/// A request of an upload for a webhook job that contains the existing documents of one data type.
struct PostRequest {
    let type: DataType
    let from: Double
    /// The end of the requested time span, exclusive.
    let to: Double
    /// The number of the upload within the commit.
    let upload: Int

    /// Whether the request covers a document with these bounds.
    func covers(_ start: Double, _ end: Double) -> Bool { Interval.overlap(start, end, from, to) }
}

/// Reads the list `post` of an upload, which may have one entry for each data type.
struct PostReader {
    /// The longest time span of an entry, in seconds: 31 days.
    private static let longest = 31 * Instant.day
    /// The local day of `collected_at`, used by entries without bounds.
    private let day: (start: Double, end: Double)
    private let upload: Int
    private var seen: Set<DataType> = []

    private init(collectedAt: Double, zone: Zone, upload: Int) {
        day = zone.bounds(of: zone.localDay(collectedAt))
        self.upload = upload
    }

    /// Returns the valid requests of an upload, and adds the invalid ones to `refused`.
    static func requests(
        _ head: borrowing UploadHead,
        _ zone: Zone,
        upload: Int,
        hasCallback: Bool,
        _ refused: inout RefusedElements
    ) -> [PostRequest] {
        guard var entries = head.post?.elements else { return [] }
        var reader = PostReader(collectedAt: head.collectedAt, zone: zone, upload: upload)
        var requests: [PostRequest] = []
        var index = 0
        while let entry = entries.next() {
            defer { index += 1 }
            do throws(Refusal) {
                requests.append(try reader.read(entry, hasCallback: hasCallback))
            } catch {
                refused.add(error, of: .post, at: index)
            }
        }
        return requests
    }

    private mutating func read(_ entry: Value, hasCallback: Bool) throws(Refusal) -> PostRequest {
        guard entry.members != nil else {
            throw Refusal(.invalidValue, "An entry of `post` must be a JSON object.")
        }
        let text = entry.field("type")?.text
        guard let text, let type = unsafe text.withBytes({ unsafe DataType($0) }) else {
            let sentence = "The `type`% of an entry of `post` is not a data type that this version knows."
            throw .about(.invalidValue, sentence, text?.identifier)
        }
        guard seen.insert(type).inserted else {
            throw Refusal(.invalidValue, "An upload asks for each data type once.")
        }
        let from = try Self.instant(entry.field("from"), "from") ?? day.start
        let to = try Self.instant(entry.field("to"), "to") ?? day.end
        if to < from || to - from > Self.longest {
            let fault = to < from ? "ends before it starts" : "is longer than 31 days"
            let hasNumber = entry.field("from")?.double != nil || entry.field("to")?.double != nil
            throw .dates(.invalidValue, "An entry of `post`, from % to %, \(fault).", [from, to], hasNumber)
        }
        guard hasCallback else {
            throw Refusal(.callbackUrlNotProvided, "The connection has no callback URL to post to.")
        }
        return PostRequest(type: type, from: from, to: to, upload: upload)
    }

    private static func instant(_ field: Value?, _ name: String) throws(Refusal) -> Double? {
        guard let field else { return nil }
        do throws(Refusal) {
            return try DateReader.instant(field, name)
        } catch {
            var refusal = error
            refusal.code = .invalidValue
            throw refusal
        }
    }
}
