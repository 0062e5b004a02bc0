import JSON

/// The parts of a document that are shown, parsed from its JSON.
package struct DocumentView: Sendable {
    /// The document id, such as `steps/2024-04-17`.
    package var id = ""
    package var type = ""
    /// The start in seconds since 2001.
    package var start = 0.0
    /// The end in seconds since 2001.
    package var end = 0.0
    /// The name in the IANA database.
    package var zone = ""
    package var sources: [String] = []
    /// The first item of the document.
    package var item = ItemView()
    /// The other items, for example motion from further sources.
    package var others: [ItemView] = []

    /// Parses a document; returns nil if the value is not a document.
    package init?(_ bytes: [UInt8]) {
        var parser = Parser()
        guard let root = try? parser.parse(bytes), let id = root.member("id")?.text?.shown,
            let type = root.member("type")?.text?.shown,
            var items = root.member("data")?.elements, let item = items.next()
        else { return nil }
        self.id = id
        self.type = type
        start = root.member("start_date")?.double ?? 0
        end = root.member("end_date")?.double ?? 0
        zone = root.member("time_zone")?.text?.shown ?? "UTC"
        sources = root.member("source")?.elements?.map { $0.member("name")?.text?.shown }.compactMap(\.self) ?? []
        self.item = ItemView(item)
        while let other = items.next() { others.append(ItemView(other)) }
    }
}

extension DocumentView {
    /// Whether the sleep session or workout counts if several sources recorded the same time.
    var isPrimary: Bool { item.number("primary") == 1 }

    /// Returns the mark of a primary sleep session or workout, for the end of a title; otherwise an empty text.
    func primaryMark(_ ink: ANSIStyle) -> String { isPrimary ? "  " + ink(.good, "★ primary") : "" }

    /// Replaces control characters in a text, because it comes from uploads and a terminal would interpret them.
    package static func shown(_ text: String) -> String {
        if text.unicodeScalars.allSatisfy({ !isControl($0) }) { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "·" : $0 }))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }
}

extension Text {
    /// The text with control characters replaced.
    fileprivate var shown: String { DocumentView.shown(string) }
}

/// The parts of an item that are shown.
package struct ItemView: Sendable {
    /// The activity of a workout, or the key of a nested item.
    package var name = ""
    /// The start in seconds since 2001.
    package var start = 0.0
    /// The end in seconds since 2001.
    package var end = 0.0
    package var data: [(key: String, quantities: [QuantityView])] = []
    /// The metadata by key, computed or from samples.
    package var metadata: [(key: String, number: Double, unit: String)] = []
    /// The nested items by key.
    package var nested: [(key: String, items: [ItemView])] = []
    /// The places of a route.
    package var places: [PlaceView] = []

    init() {}

    init(_ value: Value) {
        name = value.member("name")?.text?.shown ?? ""
        start = value.member("start_date")?.double ?? 0
        end = value.member("end_date")?.double ?? 0
        data = value.member("data")?.members?.map { ($0.shown, $1.elements?.map { QuantityView($0) } ?? []) } ?? []
        nested =
            value.member("nested_data")?.members?.map { ($0.shown, $1.elements?.map { ItemView($0) } ?? []) } ?? []
        metadata =
            value.member("meta_data")?.members?.map { key, value in
                (key.shown, value.member("quantity")?.double ?? 0, value.member("unit")?.text?.shown ?? "")
            } ?? []
        places = value.member("coordinates")?.elements?.map { PlaceView($0) } ?? []
    }

    /// Returns the number in the metadata with this key.
    package func number(_ key: String) -> Double? { metadata.first { $0.key == key }?.number }

    /// Whether the metadata has a number with this key that is greater than `least`.
    package func number(_ key: String, above least: Double) -> Bool { number(key).map { $0 > least } ?? false }

    /// Returns the quantities with this key.
    package func quantities(_ key: String) -> [QuantityView] { data.first { $0.key == key }?.quantities ?? [] }
}

/// The parts of a quantity that are shown.
package struct QuantityView: Sendable {
    /// The start in seconds since 2001.
    package var start = 0.0
    /// The end in seconds since 2001.
    package var end = 0.0
    package var number = 0.0
    /// The unit in HealthKit's notation; for a text value, the text.
    package var unit = ""
    /// The kind of aggregate, such as `sum`; nil for the value of a sample.
    package var type: String?
    /// The index of its source in the sources of the document.
    package var source = 0

    init(_ value: Value) {
        start = value.member("start_date")?.double ?? 0
        end = value.member("end_date")?.double ?? 0
        number = value.member("value")?.member("quantity")?.double ?? 0
        unit = value.member("value")?.member("unit")?.text?.shown ?? ""
        type = value.member("type")?.text?.shown
        source = value.member("source")?.double.flatMap { Int(exactly: $0) } ?? 0
    }
}

/// A place on a route.
package struct PlaceView: Sendable {
    /// Degrees, positive in the north.
    package var latitude: Double
    /// Degrees, positive in the east.
    package var longitude: Double
    /// Meters; nil if it was not measured.
    package var altitude: Double?

    package init(latitude: Double, longitude: Double, altitude: Double? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
    }

    init(_ value: Value) {
        self.init(
            latitude: value.member("latitude")?.double ?? 0,
            longitude: value.member("longitude")?.double ?? 0,
            altitude: value.member("altitude")?.double
        )
    }
}
