import Randomness
import Vocabulary

/// Settings of a connection.
struct PlainSettings {
    var isClosed = false
    /// Data types and identifiers.
    var allowed: [String]?
    var hasCallback = false
    var background: [String]?
    var zone: String?
    var user: String?
    /// No field at all but a wrong one.
    var isWrong = false

    /// Settings that the dice make, nil for a record without a value.
    init?(using dice: inout SeededRandom) {
        func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &dice) == 0 }
        if oneIn(6) { return nil }
        isClosed = oneIn(6)
        if oneIn(3) {
            let types = ["steps", "sleep", "heart", "activity", "HKQuantityTypeIdentifierStepCount", "workouts"]
            allowed = types.filter { _ in oneIn(2) }
        }
        hasCallback = !oneIn(4)
        if oneIn(2) { background = ["steps", "sleep", "activitiesSummary", "workouts"].filter { _ in oneIn(2) } }
        if !oneIn(3) { zone = oneIn(2) ? "Asia/Tokyo" : "America/St_Johns" }
        if oneIn(2) { user = "whoever" }
        isWrong = oneIn(8)
    }

    func allows(_ sample: PlainSample) -> Bool {
        allowed.map { $0.contains(sample.type) || $0.contains(sample.known.document) } ?? true
    }

    func delivers(_ type: String) -> Bool { hasCallback && background?.contains(type) ?? true }

    var bytes: [UInt8] {
        var members: [String: Tree] = ["connection_id": .text(History.connection)]
        if let allowed { members["allowed_types"] = .list(allowed.map { .text($0) }) }
        if let background { members["background_delivery"] = .list(background.map { .text($0) }) }
        if hasCallback { members["callback_url"] = .text("https://example.com/hook") }
        if let zone { members["time_zone"] = .text(zone) }
        if let user { members["user_id"] = .text(user) }
        if isWrong { members["time_zone"] = .text(History.unknownZone) }
        let json = Tree.object(members).json
        return Array((json.dropLast() + (isClosed ? ",\"closed\":true}" : "}")).utf8)
    }
}

/// What becomes of uploads under settings that change, by plain bookkeeping.
struct SettingsBooks {
    /// What was accepted, with the zones that were claimed for it when it came.
    private(set) var accepted: [Arrival] = []
    private(set) var settings: PlainSettings?
    private var books = Books()

    /// Enters a record of settings.
    mutating func enter(_ record: PlainSettings?) {
        if record?.isWrong ?? false { return }
        settings = record
    }

    /// Enters an upload and says what its account must be.
    mutating func enter(_ upload: PlainUpload) -> Accounting {
        if settings?.isClosed ?? false {
            var account = Accounting()
            account.uploads = 1
            account.uploadsRefused = 1
            account.samplesIn = upload.samples.count
            account.refused = upload.samples.count
            account.deletionsRefused = upload.deletions.count
            account.refusals = [.connectionIsClosed: 1]
            return account
        }
        var taken = upload
        taken.samples.removeAll { !(settings?.allows($0) ?? true) }
        let claim = upload.claim(besides: settings?.zone)
        for index in taken.samples.indices { taken.samples[index].claim = claim }
        accepted += taken.deletions.map { .deletion($0) } + taken.samples.map { .sample($0) }
        return books.enter(upload, taking: taken, refusing: .unauthorized)
    }
}
