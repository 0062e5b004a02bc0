import JSON
import Vocabulary

extension ForkDocument {
    /// Reads the JSON of a whole document, with its parts joined; nil if it is not an object with an `id` and a known
    /// `type`.
    package init?(_ json: [UInt8]) {
        var parser = Parser()
        guard let root = try? parser.parse(json), let id = root.member("id")?.text?.string,
            let type = (root.member("type")?.text?.string).flatMap({ DataType(named: $0) })
        else { return nil }
        var reader = DocumentReader(type)
        self.init(
            id: id,
            connection: root.member("connection_id")?.text?.string ?? "",
            type: type,
            bounds: (root.member("start_date")?.double ?? 0, root.member("end_date")?.double ?? 0),
            zone: root.member("time_zone")?.text?.string ?? "",
            sources: root.member("source")?.elements?.map { Source($0) } ?? [],
            devices: root.member("device")?.elements?.map { Device($0) } ?? [],
            items: reader.items(root.member("data"))
        )
    }
}

/// A reader of the items of one document.
private struct DocumentReader {
    /// The units and kinds of the document, because a new string for each of its samples would be slow.
    private var recent = RecentTexts<String>()
    private let type: DataType

    init(_ type: DataType) { self.type = type }

    mutating func items(_ list: Value?) -> [ForkDocument.Item] {
        guard var elements = list?.elements else { return [] }
        var items: [ForkDocument.Item] = []
        while let element = elements.next() { items.append(item(element)) }
        return items
    }

    private mutating func item(_ json: Value) -> ForkDocument.Item {
        var item = ForkDocument.Item()
        guard var members = json.members else { return item }
        while let member = members.next() {
            let value = member.value
            if member.key == "id" {
                item.id = uuid(value)
            } else if member.key == "name" {
                item.name = value.text?.string ?? ""
            } else if member.key == "start_date" {
                item.start = value.double ?? 0
            } else if member.key == "end_date" {
                item.end = value.double ?? 0
            } else if member.key == "data" {
                item.series = series(value)
            } else if member.key == "meta_data" {
                item.metadata = metadata(value)
            } else if member.key == "nested_data" {
                item.nested = nested(value)
            } else if member.key == "coordinates" {
                item.points = value.elements?.map { ForkDocument.Point($0) }.compactMap(\.self) ?? []
            } else if member.key == "source" {
                item.source = ForkDocument.Source(value)
            } else if member.key == "device" {
                item.device = ForkDocument.Device(value)
            }
        }
        return item
    }

    private mutating func series(_ json: Value) -> [ForkDocument.Series] {
        guard var members = json.members else { return [] }
        var series: [ForkDocument.Series] = []
        while let member = members.next() {
            let key = member.key.string
            let found = Catalogue.sampleType(key: key, in: type)
            series.append(ForkDocument.Series(key: key, type: found, quantities: quantities(member.value)))
        }
        return series
    }

    private mutating func nested(_ json: Value) -> [ForkDocument.Nested] {
        guard var members = json.members else { return [] }
        var nested: [ForkDocument.Nested] = []
        while let member = members.next() {
            let key = member.key.string
            let found = Catalogue.sampleType(key: key, in: type)
            nested.append(ForkDocument.Nested(key: key, type: found, items: items(member.value)))
        }
        return nested
    }

    /// Reads a list of quantities, and joins the quantities of a condensed sample.
    private mutating func quantities(_ json: Value) -> [ForkDocument.Quantity] {
        guard var elements = json.elements else { return [] }
        var quantities: [ForkDocument.Quantity] = []
        quantities.reserveCapacity(json.count)
        while let element = elements.next() {
            let quantity = quantity(element)
            if quantities.isEmpty || !quantities[quantities.count - 1].join(quantity) { quantities.append(quantity) }
        }
        return quantities
    }

    private mutating func quantity(_ json: Value) -> ForkDocument.Quantity {
        var quantity = ForkDocument.Quantity()
        guard var members = json.members else { return quantity }
        while let member = members.next() {
            let value = member.value
            if member.key == "id" {
                quantity.id = uuid(value)
            } else if member.key == "start_date" {
                quantity.start = value.double ?? 0
            } else if member.key == "end_date" {
                quantity.end = value.double ?? 0
            } else if member.key == "value" {
                quantity.value = measure(value)
            } else if member.key == "type" {
                quantity.kind = text(value)
            } else if member.key == "count" {
                quantity.count = value.integer
            } else if member.key == "meta_data" {
                quantity.metadata = metadata(value)
            } else if member.key == "source" {
                quantity.source = value.integer.map { Int(truncatingIfNeeded: $0) }
            } else if member.key == "device" {
                quantity.device = value.integer.map { Int(truncatingIfNeeded: $0) }
            }
        }
        return quantity
    }

    private mutating func metadata(_ json: Value) -> ForkDocument.Metadata {
        var metadata = ForkDocument.Metadata()
        guard var members = json.members else { return metadata }
        while let member = members.next() {
            metadata.entries.append(.init(key: member.key.string, value: measure(member.value)))
        }
        return metadata
    }

    private mutating func measure(_ json: Value) -> ForkDocument.Measure {
        var measure = ForkDocument.Measure()
        guard var members = json.members else { return measure }
        while let member = members.next() {
            if member.key == "quantity" {
                measure.number = member.value.double ?? 0
                measure.integer = member.value.integer
            } else if member.key == "unit" {
                measure.unit = text(member.value)
            }
        }
        return measure
    }

    private mutating func text(_ json: Value) -> String {
        if let known = recent.meaning(of: json) { return known }
        let text = json.text?.string ?? ""
        recent.note(text, of: json)
        return text
    }

    private func uuid(_ json: Value) -> UUID128? { unsafe json.text?.withBytes { unsafe UUID128(parsing: $0) } }
}

extension ForkDocument.Quantity {
    /// Adds the minimum or maximum of the same condensed sample; returns false if `other` is another sample.
    fileprivate mutating func join(_ other: Self) -> Bool {
        guard let id, id == other.id, start == other.start, kind == "average" || kind == "sum", count == other.count
        else {
            return false
        }
        switch other.kind {
        case "minimum" where minimum == nil: minimum = other.value.number
        case "maximum" where maximum == nil: maximum = other.value.number
        default: return false
        }
        return true
    }
}

extension ForkDocument.Point {
    /// Reads a point; nil if it has no time or no coordinates.
    fileprivate init?(_ json: Value) {
        guard let time = json.member("time")?.double, let latitude = json.member("latitude")?.double,
            let longitude = json.member("longitude")?.double
        else { return nil }
        self.time = time
        self.latitude = latitude
        self.longitude = longitude
        altitude = json.member("altitude")?.double
        horizontalAccuracy = json.member("horizontal_accuracy")?.double
    }
}

extension ForkDocument.Source {
    fileprivate init(_ json: Value) {
        name = json.member("name")?.text?.string
        bundleIdentifier = json.member("bundleIdentifier")?.text?.string
        version = json.member("version")?.text?.string
        productType = json.member("productType")?.text?.string
    }
}

extension ForkDocument.Device {
    fileprivate init(_ json: Value) {
        name = json.member("name")?.text?.string
        manufacturer = json.member("manufacturer")?.text?.string
        model = json.member("model")?.text?.string
        hardwareVersion = json.member("hardwareVersion")?.text?.string
        firmwareVersion = json.member("firmwareVersion")?.text?.string
        softwareVersion = json.member("softwareVersion")?.text?.string
        localIdentifier = json.member("localIdentifier")?.text?.string
        udiDeviceIdentifier = json.member("udiDeviceIdentifier")?.text?.string
    }
}
