import Randomness

/// One upload of a made-up history.
struct PlainUpload {
    var connection = History.connection
    var id: String
    var collectedAt: Double
    /// Its zone, nil when it leaves that to the connection's settings.
    var zone: String?
    var samples: [PlainSample] = []
    var deletions: [String] = []

    var user: String { "user \(id.suffix(2))" }

    /// The bytes, as a device sends them.
    var bytes: [UInt8] {
        var members: [String: Tree] = [
            "schema": .number(1), "upload_id": .text(id), "connection_id": .text(connection),
            "user_id": .text(user), "collected_at": .number(collectedAt),
        ]
        if let zone { members["time_zone"] = .text(zone) }
        if !samples.isEmpty { members["samples"] = .list(samples.map(\.sent)) }
        let ids = deletions.map { $0.hasSuffix("A") ? $0.lowercased() : $0 }
        if !ids.isEmpty { members["deleted"] = .list(ids.map { .object(["id": .text($0)]) }) }
        return Array(Tree.object(members).json.utf8)
    }
}

extension History {
    /// The uploads that carry the arrivals in this order, of at most so many samples and deletions each.
    ///
    /// A sample comes from its zone, and was collected when it says, in any order of the arrivals.
    static func uploads(_ arrivals: [Arrival], longest: Int, using dice: inout SeededRandom) -> [PlainUpload] {
        var uploads: [PlainUpload] = []
        var room = 0
        for arrival in arrivals {
            let claim: PlainClaim? = if case .sample(let sample) = arrival { sample.claim } else { nil }
            let isAnother = claim.map { claim in claim != uploads.last?.claim() } ?? false
            if room == 0 || isAnother {
                let number = String(uploads.count + 1)
                let id = "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - number.count) + number
                let collectedAt = claim?.collectedAt ?? Self.collectedAt
                uploads.append(PlainUpload(id: id, collectedAt: collectedAt, zone: claim?.zone ?? "UTC"))
                room = Int.random(in: 1...longest, using: &dice)
            }
            room -= 1
            switch arrival {
            case .sample(let sample): uploads[uploads.count - 1].samples.append(sample)
            case .deletion(let id): uploads[uploads.count - 1].deletions.append(id)
            }
        }
        return uploads
    }
}
