package import Vocabulary

/// A Fork document before it is encoded: the result of a derivation.
///
/// ```json
/// {"id": "steps/2024-04-16", "connection_id": "conn-7", "type": "steps",
///  "start_date": 734918400, "end_date": 735004800, "time_zone": "UTC",
///  "source": [{"name": "iPhone"}], "meta_data": {}, "data": [{"name": "steps", ...}]}
/// ```
package struct Document {
    package var type: DataType
    /// The part of the id after the type and a slash; empty for `characteristic`.
    package var name: [UInt8]
    package var start: Double
    package var end: Double
    /// The zone of the sample that starts last.
    package var zone: String
    /// The distinct sources as JSON, ascending.
    package var sources: [[UInt8]]
    /// The distinct devices as JSON, ascending.
    package var devices: [[UInt8]]
    /// The first item, and usually the only one.
    package var item: Item
    /// Further items: in a motion document, one for each further source.
    package var others: [Item] = []
    /// The UTC day of the first sample, which decides when the document freezes.
    package var firstSampleDay: Int32

    /// The document's id, such as `steps/2024-04-16`.
    package var id: [UInt8] { Self.id(type, name) }

    package static func id(_ type: DataType, _ name: [UInt8]) -> [UInt8] {
        var id: [UInt8] = []
        id.reserveCapacity(type.nameBytes.count + 1 + name.count)
        id += type.nameBytes
        if !name.isEmpty {
            id.append(UInt8(ascii: "/"))
            id += name
        }
        return id
    }
}

/// An item of a document: a day, a session, a workout, or a sample with structure.
package struct Item {
    package var id: UUID128?
    /// The document's type, or the key under which the item is nested.
    package var name: [UInt8]
    package var start: Double
    package var end: Double
    package var data: [Series] = []
    /// The metadata of the item's sample, and computed values.
    package var metadata = Metadata()
    package var nested: [Nested] = []
    /// The points of a route.
    package var coordinates: [Location] = []
    /// The source as JSON; empty if there is none.
    package var source: [UInt8] = []
    /// The device as JSON; empty if there is none.
    package var device: [UInt8] = []

    /// A copy of the item that shows all samples as quantities.
    package var spelledOut: Item {
        var item = self
        item.data = data.map(\.spelledOut)
        for index in nested.indices { item.nested[index].items = nested[index].items.map(\.spelledOut) }
        return item
    }

    package init(id: UUID128?, name: [UInt8], start: Double, end: Double) {
        self.id = id
        self.name = name
        self.start = start
        self.end = end
    }
}

/// The quantities under one key of an item's `data`.
package struct Series {
    package var key: [UInt8]
    /// The quantities, in order; empty if `samples` is not nil.
    package var quantities: [Quantity]
    /// Samples that are written without an array of quantities, because most bytes of documents are samples.
    package var samples: SampleSeries?
    /// Whether the quantities may move to a later record of a split document; computed values must not.
    package var isMovable: Bool

    /// Whether the series stays in its record, because it is not movable or has no quantities.
    var stays: Bool { !isMovable || (quantities.isEmpty && samples == nil) }

    package init(key: [UInt8], quantities: [Quantity], isMovable: Bool = false) {
        self.key = key
        self.quantities = quantities
        self.isMovable = isMovable
    }

    package init(key: [UInt8], samples: SampleSeries, isMovable: Bool = false) {
        self.key = key
        self.samples = samples
        self.isMovable = isMovable
        quantities = []
    }

    /// A copy of the series that shows its samples as quantities.
    package var spelledOut: Series {
        samples.map { Series(key: key, quantities: $0.quantities, isMovable: isMovable) } ?? self
    }
}

/// The items under one key of an item's `nested_data`.
package struct Nested {
    package var key: [UInt8]
    package var items: [Item]
    /// Whether each item is a sample, which may move as a whole to a later record of a split document.
    package var isMovable: Bool

    package init(key: [UInt8], items: [Item], isMovable: Bool = false) {
        self.key = key
        self.items = items
        self.isMovable = isMovable
    }
}

/// A number with unit and bounds: a sample, or a computed value.
package struct Quantity {
    /// The sample's id; nil for a computed value.
    package var id: UUID128?
    package var start: Double
    package var end: Double
    package var value: Double
    /// The value as an integer, if a double might not be exact.
    package var integer: Int64?
    /// The unit as a JSON string with quotes.
    package var unit: [UInt8]
    /// The kind of number (`sum`, `average` …) as a JSON string with quotes; empty if there is none.
    package var type: [UInt8] = []
    /// The number of measurements that a condensed sample combines; 0 for other samples.
    package var count: Int64 = 0
    /// The sample's metadata as a JSON object; empty if there is none.
    package var metadata: ArraySlice<UInt8> = []
    /// The index of the source in the document's list; nil if the list has at most one source.
    package var source: Int?
    /// The index of the device in the document's list; nil if the list has at most one device.
    package var device: Int?

    package init(
        id: UUID128? = nil,
        start: Double,
        end: Double,
        value: Double,
        unit: [UInt8],
        type: [UInt8] = []
    ) {
        self.id = id
        self.start = start
        self.end = end
        self.value = value
        self.unit = unit
        self.type = type
    }
}
