import JSON

/// What an upload asks for beside what it brings: a webhook job of the documents of one data type that are there.
struct PostRequest {
    let type: DataType
    /// The documents that it means overlap [`from`, `to`).
    let from: Double
    /// The end, which they do not reach.
    let to: Double
    /// The number of the upload among those of the commit.
    let upload: Int

    /// Whether a document is meant.
    func means(_ start: Double, _ end: Double) -> Bool { Interval.overlap(start, end, from, to) }
}

/// Reads what an upload asks for, entry by entry: of each data type one.
struct PostReader {
    /// The longest time that an entry can ask for: 31 days in seconds.
    private static let longest = 31 * Instant.day
    /// The local day that an entry means where it names no bounds.
    private let day: (start: Double, end: Double)
    private let upload: Int
    private var seen: Set<DataType> = []

    /// A reader for the upload of this number, collected then by a clock of this zone.
    private init(collectedAt: Double, zone: Zone, upload: Int) {
        day = zone.bounds(of: zone.localDay(collectedAt))
        self.upload = upload
    }

    /// What an upload asks for; an entry that is wrong is refused alone.
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

    /// Reads an entry, or says why it is refused.
    private mutating func read(_ entry: Value, hasCallback: Bool) throws(Refusal) -> PostRequest {
        guard entry.members != nil else {
            throw Refusal(.invalidValue, "An entry of `post` must be a JSON object.")
        }
        guard let text = entry.field("type")?.text, let type = unsafe text.withBytes({ unsafe DataType($0) }) else {
            throw Refusal(.invalidValue, "The `type` of an entry of `post` is no data type that this version knows.")
        }
        guard seen.insert(type).inserted else {
            throw Refusal(.invalidValue, "An upload asks for each data type once.")
        }
        let from = try Self.instant(entry.field("from"), "from") ?? day.start
        let to = try Self.instant(entry.field("to"), "to") ?? day.end
        if to < from { throw Refusal(.invalidValue, "An entry of `post` ends before it starts.") }
        if to - from > Self.longest {
            throw Refusal(.invalidValue, "An entry of `post` asks for more than 31 days.")
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
            throw Refusal(.invalidValue, error.message)
        }
    }
}
