import Health
import JSON
import Serving
import Vocabulary
import Worker

/// What is known of a connection as a whole, and on which days it has documents.
extension ConnectionAPI {
    private static let daysMax: Int32 = 62
    /// The approximate number of bytes of a document in an answer, without its content.
    private static let lineBytes = 96

    func overview(_ open: OpenConnection, _ request: ConsoleRequest) throws(ConsoleError) -> [UInt8] {
        _ = try request.parameters()
        let shown = open.shown
        let known = shown.published()
        let zoneName = zoneName(shown, known)
        let zone = zones.zone(zoneName) ?? .utc
        let days = known.map { $0.day(in: zone) }
        var counts: [DataType: Int] = [:]
        for one in known where !one.isFrozen { counts[one.type, default: 0] += 1 }
        return Writer.object { writer in
            writer.member("id", shown.connection.string)
            at(open, into: &writer)
            writer.member("collected_at", text: shown.collectedAt.map { Instant.text($0) })
            if let horizon = shown.horizonDay {
                writer.member("horizon", text: Instant.text(Double(horizon.days) * Instant.day))
            }
            writer.member("time_zone", zoneName)
            if let settings = shown.settings { Self.write(settings, into: &writer) }
            writer.member("closed", shown.settings?.isClosed ?? false)
            if let owed = shown.owed {
                let since = board.owedSince(shown.connection, in: open.partition) ?? open.sinceMilliseconds
                writer.object("owed") { writer in
                    writer.member("since", text: Instant.iso8601(unixMilliseconds: since))
                    writer.member("topic", owed.topic)
                    writer.member("reason", owed.reason)
                }
            }
            writer.member("first", days.min()?.text)
            writer.member("last", days.max()?.text)
            writer.object("documents") { writer in
                for (type, count) in counts.sorted(by: { $0.key < $1.key }) {
                    writer.member(type.name, count)
                }
            }
            writer.member("frozen", shown.frozenCount)
            writer.member("rederiving", shown.isRederiving)
        }
    }

    private static func write(_ settings: ConnectionSettings, into writer: inout Writer) {
        if let id = settings.appID { writer.member("app_id", text: id) }
        if let id = settings.userID { writer.member("user_id", text: id) }
        if let url = settings.callbackURL { writer.member("callback_host", CallbackURL.host(of: url)) }
        if let types = settings.backgroundDelivery {
            writer.member("background_delivery") { $0.array(types) { $1.string($0) } }
        }
    }

    /// Returns the time zone of the newest document.
    ///
    /// If no document can be derived, the result is the zone of the settings, or UTC.
    func zoneName(_ shown: ShownConnection, _ known: [KnownDocument]) -> String {
        let newest = known.filter { !$0.isFrozen }.max { ($0.start, $0.end) < ($1.start, $1.end) }
        var zone: String?
        if let newest {
            shown.derive([newest]) { _, document in
                zone = document?.zone
                return false
            }
        }
        return zone ?? shown.settings?.timeZone ?? "UTC"
    }

    /// Writes the place in the uploads topic: the answer is what all records before it made.
    func at(_ open: OpenConnection, into writer: inout Writer) {
        writer.object("at") { writer in
            writer.member("topic", TopicNames(rules).uploads)
            writer.member("partition", open.partition)
            writer.member("offset", open.offset)
        }
    }

    func days(_ open: OpenConnection, _ request: ConsoleRequest) throws(ConsoleError) -> [UInt8] {
        let given = try request.parameters("from", "to")
        guard let from = given["from"].flatMap(Parameter.day) else { throw Parameter.wrong("from", "a date") }
        guard let to = given["to"].flatMap(Parameter.day) else { throw Parameter.wrong("to", "a date") }
        guard from <= to, to.days - from.days < Self.daysMax else {
            throw Parameter.wrong("to", "from 0 to \(Self.daysMax - 1) days after from")
        }
        let known = open.shown.published()
        let zone = zones.zone(zoneName(open.shown, known)) ?? .utc
        var days: [Day: [KnownDocument]] = [:]
        for one in known {
            let day = one.day(in: zone)
            guard from <= day, day <= to else { continue }
            days[day, default: []].append(one)
            open.read.budget.use(Self.lineBytes)
        }
        try open.read.check()
        return Writer.object { writer in
            at(open, into: &writer)
            writer.objects("days", days.sorted { $0.key < $1.key }) { day, writer in
                writer.member("date", day.key.text)
                writer.objects("documents", day.value) { known, writer in
                    writer.member("id", text: known.id)
                    writer.member("type", known.type.name)
                    if known.isFrozen { writer.member("frozen", true) }
                }
            }
        }
    }
}
