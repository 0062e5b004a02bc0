package import JSON

/// The settings of one connection, from its newest record in the connections topic.
///
/// ```json
/// {"connection_id": "conn-7", "app_id": "demo", "callback_url": "https://example.org/hook",
///  "background_delivery": ["sleep"], "time_zone": "Europe/Vilnius", "closed": false, "formats": ["fhir"]}
/// ```
package struct ConnectionSettings: Equatable, Sendable {
    package var appID: [UInt8]?
    package var userID: [UInt8]?
    /// The URL of the webhook.
    package var callbackURL: [UInt8]?
    /// The region of the data: `US` or `EU`.
    package var region: [UInt8]?
    /// The data types that webhooks are sent for; nil means all.
    package var backgroundDelivery: [[UInt8]]?
    /// The time zone for samples if neither the sample nor its upload has one.
    package var timeZone: String?
    package var isClosed = false
    /// Whether the connection is forgotten: its state is removed, and newer uploads are refused.
    package var isForgotten = false
    /// The record timestamp up to which uploads leave no trace, in milliseconds since 1970; nil if there is none.
    package var forgottenUntilMilliseconds: Int64?
    /// The data types or identifiers that may be uploaded; nil means all.
    package private(set) var allowedTypes: [[UInt8]]?
    private var allowed: SampleTypeSet?
    /// The names of the forms in which documents also leave, ascending; usually none.
    package var formats: [String] = []
    /// The timestamp of the settings record, in milliseconds since 1970; nil if unknown, as for a line of a file.
    package var timestampMilliseconds: Int64?

    /// Creates settings without restrictions and without a webhook.
    package init() {}

    package func allows(_ type: SampleType) -> Bool { allowed?.contains(type) ?? true }

    /// Sets the types that may be uploaded; nil means all.
    package mutating func allow(_ types: [[UInt8]]?) {
        allowedTypes = types
        allowed = types.map { SampleTypeSet($0) }
    }

    /// Whether `closed` and `allowed_types` apply to an upload; they do not apply if its record is older than the
    /// settings.
    package func judges(_ timestampMilliseconds: Int64?) -> Bool {
        guard let own = self.timestampMilliseconds, let timestampMilliseconds else { return true }
        return timestampMilliseconds >= own
    }

    /// Whether an upload must leave no trace: its record is not newer than `forgottenUntilMilliseconds`, or has no
    /// timestamp.
    package func forgets(_ timestampMilliseconds: Int64?) -> Bool {
        guard let until = forgottenUntilMilliseconds else { return false }
        return timestampMilliseconds.map { $0 <= until } ?? true
    }

    /// Whether redriven settings are too old to replace these.
    ///
    /// `originalMilliseconds` is the timestamp of the record that was first refused.
    package func overrule(_ originalMilliseconds: Int64?) -> Bool {
        guard let originalMilliseconds else { return false }
        // Settings that are not newer than the erasure must not reopen the connection.
        if isForgotten { return forgets(originalMilliseconds) }
        return timestampMilliseconds.map { originalMilliseconds < $0 } ?? false
    }

    /// Whether webhooks are sent for a data type.
    package func delivers(_ type: DataType) -> Bool {
        guard callbackURL != nil else { return false }
        return backgroundDelivery?.contains { $0.elementsEqual(type.name.utf8) } ?? true
    }
}

extension ConnectionSettings {
    /// Reads the connection id of a settings record.
    package static func connection(_ record: Value) throws(Refusal) -> ConnectionID {
        guard record.members != nil else {
            throw Refusal(.decodingError, "The settings of a connection must be a JSON object.")
        }
        guard let name = try FieldReader.text(record.field("connection_id"), "connection_id") else {
            throw .missing("connection_id")
        }
        guard let connection = ConnectionID(name) else {
            throw Refusal(.invalidIdentifier, "The connection id must match [A-Za-z0-9_-]{1,200}.")
        }
        return connection
    }

    /// Parses a settings record; throws a refusal if any field is invalid.
    package init(
        _ record: Value,
        timestampMilliseconds: Int64? = nil,
        rules: Rules,
        zones: ZoneTable
    ) throws(Refusal) {
        self.timestampMilliseconds = timestampMilliseconds
        appID = try FieldReader.text(record.field("app_id"), "app_id")
        if let appID, ConnectionID(appID) == nil {
            throw Refusal(
                .invalidIdentifier,
                "The app id must match [A-Za-z0-9_-]{1,200}, as it can become part of a topic's name."
            )
        }
        userID = try FieldReader.text(record.field("user_id"), "user_id")
        if userID?.count ?? 0 > RecordBounds.name {
            throw Refusal(.tooLarge, "The field `user_id` is longer than \(RecordBounds.name) bytes.")
        }
        callbackURL = try FieldReader.text(record.field("callback_url"), "callback_url")
        if callbackURL?.count ?? 0 > RecordBounds.callbackURL {
            throw Refusal(.invalidValue, "The callback URL is longer than \(RecordBounds.callbackURL) bytes.")
        }
        if let callbackURL, !CallbackURL.isAllowed(callbackURL, loopback: rules.allowsLoopbackCallbacks) {
            let hint =
                CallbackURL.isAllowed(callbackURL, loopback: true)
                ? " Workers accept http to this machine only with --allow-loopback-callbacks." : ""
            throw Refusal(.invalidValue, "The callback URL must be an https URL with a host.\(hint)")
        }
        region = try FieldReader.text(record.field("region"), "region")
        if let region, !region.elementsEqual("US".utf8), !region.elementsEqual("EU".utf8) {
            throw Refusal(.invalidValue, "The region must be US or EU.")
        }
        backgroundDelivery = try Self.texts(record.field("background_delivery"), "background_delivery")
        if let wrong = backgroundDelivery?.first(where: { !Self.isDataType($0) }) {
            throw Self.unknown(wrong, in: "background_delivery", "data type")
        }
        let allowed = try Self.texts(record.field("allowed_types"), "allowed_types")
        if let wrong = allowed?.first(where: { !Self.isDataType($0) && !Self.isIdentifier($0) }) {
            throw Self.unknown(wrong, in: "allowed_types", "data type or identifier of HealthKit")
        }
        allow(allowed.map(Self.identified))
        formats = try Self.formats(record.field("formats"), rules.forms)
        if let name = try FieldReader.text(record.field("time_zone"), "time_zone") {
            let text = String(decoding: name, as: UTF8.self)
            guard let zone = zones.zone(text) else { throw .unknownZone }
            timeZone = zone.name
        }
        if let closed = record.field("closed") {
            guard let bool = closed.bool else { throw .wrongType("closed", "true or false") }
            isClosed = bool
        }
        try forget(record.field("forget"))
    }

    private static func formats(_ field: Value?, _ known: [DocumentForm]) throws(Refusal) -> [String] {
        guard let names = try texts(field, "formats") else { return [] }
        if let wrong = names.first(where: { name in !known.contains { name.elementsEqual($0.name.utf8) } }) {
            throw unknown(wrong, in: "formats", "form of documents")
        }
        return names.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Applies the field `forget`, which is a bool or an instant.
    ///
    /// `true` forgets uploads up to the timestamp of the settings. An instant forgets uploads up to that instant.
    private mutating func forget(_ field: Value?) throws(Refusal) {
        guard let field else { return }
        if let bool = field.bool {
            isForgotten = bool
            // Lines of a file have no timestamps, so all uploads count as older than the settings.
            if bool { forgottenUntilMilliseconds = timestampMilliseconds ?? .max }
        } else {
            let until = try DateReader.instant(field, "forget")
            forgottenUntilMilliseconds = Instant.milliseconds(until + Instant.secondsFrom1970)
        }
    }

    /// Reads a field `forget` that is an instant, in milliseconds since 1970; nil if the field is not a date.
    package static func forgottenUntil(_ field: Value) -> Int64? {
        (try? DateReader.instant(field, "forget")).map { Instant.milliseconds($0 + Instant.secondsFrom1970) }
    }

    private static func isDataType(_ text: [UInt8]) -> Bool {
        unsafe text.withUnsafeBytes { unsafe DataType($0) } != nil
    }

    private static func isIdentifier(_ text: [UInt8]) -> Bool {
        unsafe text.withUnsafeBytes { unsafe Catalogue.sampleType($0) } != nil
    }

    /// Replaces aliases by identifiers, sorts the names and removes duplicates.
    private static func identified(_ names: [[UInt8]]) -> [[UInt8]] {
        let known = names.map { name in
            unsafe name.withUnsafeBytes { unsafe Catalogue.sampleType($0)?.identifierBytes } ?? name
        }
        return Set(known).sorted { $0.lexicographicallyPrecedes($1) }
    }

    private static func unknown(_ text: [UInt8], in field: String, _ wanted: String) -> Refusal {
        let shown = String(decoding: text.prefix(80), as: UTF8.self)
        return .quoting(.invalidValue, "% in `\(field)` is no \(wanted) that this version knows.", shown)
    }

    /// Reads a list of strings, sorted and without duplicates.
    private static func texts(_ field: Value?, _ name: String) throws(Refusal) -> [[UInt8]]? {
        guard let field else { return nil }
        guard var elements = field.elements else { throw .wrongType(name, "an array of strings") }
        var texts: Set<[UInt8]> = []
        while let element = elements.next() {
            if element.isNull { continue }
            guard let text = element.text else { throw .wrongType(name, "an array of strings") }
            texts.insert(text.bytes)
        }
        return texts.sorted { $0.lexicographicallyPrecedes($1) }
    }
}
