import JSON

/// What the report shows of a document, read from its JSON.
package struct DocumentView: Sendable {
    /// Such as `steps/2024-04-17`.
    package var id = ""
    package var type = ""
    /// In seconds since 2001.
    package var start = 0.0
    /// In seconds since 2001.
    package var end = 0.0
    /// As the IANA database names it.
    package var zone = ""
    /// The names of the sources.
    package var sources: [String] = []
    /// What the document is about.
    package var item = ItemView()

    /// Reads a document; nil for what is none.
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
    }
}

extension DocumentView {
    /// A text without what a terminal would act on: it was given by whoever uploaded it.
    static func shown(_ text: String) -> String {
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
    /// A copy that can be shown on a terminal.
    fileprivate var shown: String { DocumentView.shown(string) }
}

/// What the report shows of an item.
package struct ItemView: Sendable {
    /// A workout's activity, or the key that the item is nested under.
    package var name = ""
    /// In seconds since 2001.
    package var start = 0.0
    /// In seconds since 2001.
    package var end = 0.0
    package var data: [(key: String, quantities: [QuantityView])] = []
    /// Metadata, computed and carried, by key.
    package var metadata: [(key: String, number: Double, unit: String)] = []
    /// Items inside this one, by key.
    package var nested: [(key: String, items: [ItemView])] = []
    /// Where a route went.
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

    /// The metadata of a key.
    package func number(_ key: String) -> Double? { metadata.first { $0.key == key }?.number }

    /// Whether the metadata of a key is there and greater than this.
    package func number(_ key: String, above least: Double) -> Bool { number(key).map { $0 > least } ?? false }

    /// The quantities of a key.
    package func quantities(_ key: String) -> [QuantityView] { data.first { $0.key == key }?.quantities ?? [] }
}

/// What the report shows of a quantity.
package struct QuantityView: Sendable {
    /// In seconds since 2001.
    package var start = 0.0
    /// In seconds since 2001.
    package var end = 0.0
    package var number = 0.0
    /// As HealthKit writes it; a text's own words.
    package var unit = ""
    /// Such as `sum`; nil for a sample's own value.
    package var type: String?

    init(_ value: Value) {
        start = value.member("start_date")?.double ?? 0
        end = value.member("end_date")?.double ?? 0
        number = value.member("value")?.member("quantity")?.double ?? 0
        unit = value.member("value")?.member("unit")?.text?.shown ?? ""
        type = value.member("type")?.text?.shown
    }
}

/// A place of a route.
package struct PlaceView: Sendable {
    /// In degrees, positive in the north.
    package var latitude: Double
    /// In degrees, positive in the east.
    package var longitude: Double
    /// Metres, if it was measured.
    package var altitude: Double?

    /// A place by its degrees.
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
