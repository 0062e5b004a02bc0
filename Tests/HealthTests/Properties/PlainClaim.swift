/// The zone that an upload gives to its samples without a zone of their own.
///
/// If several uploads bring copies of one sample, the least claim counts.
struct PlainClaim: Comparable {
    /// Who names the zone, in the order in which they count.
    enum Giver: Int {
        case upload, settings, nobody
    }

    var giver = Giver.upload
    /// When the upload was collected.
    var collectedAt = History.collectedAt
    var zone: String

    /// The name of the zone in documents.
    var shownZone: String { OracleClock.offsetNames[zone] ?? zone }

    static func < (left: PlainClaim, right: PlainClaim) -> Bool {
        (left.giver.rawValue, left.collectedAt, left.shownZone)
            < (right.giver.rawValue, right.collectedAt, right.shownZone)
    }
}

extension PlainSample {
    /// A sample that an upload with a zone brings.
    init(
        id: String,
        type: String,
        start: Double,
        end: Double,
        source: PlainSource? = nil,
        device: [String: String]? = nil,
        uploadZone: String
    ) {
        self.init(
            id: id,
            type: type,
            start: start,
            end: end,
            source: source,
            device: device,
            claim: PlainClaim(zone: uploadZone)
        )
    }
}

extension PlainUpload {
    /// Returns what the upload claims, given the zone of the connection's settings.
    func claim(besides settings: String? = nil) -> PlainClaim {
        if let zone { return PlainClaim(collectedAt: collectedAt, zone: zone) }
        if let settings { return PlainClaim(giver: .settings, collectedAt: collectedAt, zone: settings) }
        return PlainClaim(giver: .nobody, collectedAt: collectedAt, zone: "UTC")
    }
}
