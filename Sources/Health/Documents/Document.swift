/// A Fork document before it is bytes: what a derivation makes of samples.
package struct Document {
    package var type: DataType
    /// What follows the type and a slash in its id; nothing for `characteristic`.
    package var name: [UInt8]
    package var start: Double
    package var end: Double
    /// The zone of its sample that starts last.
    package var zone: String
    /// Its sources as JSON, each once, ascending.
    package var sources: [[UInt8]]
    /// Its devices as JSON, each once, ascending.
    package var devices: [[UInt8]]
    package var item: Item
    /// The UTC day of the first sample that it was made from, which tells when it freezes.
    package var firstSampleDay: Int32

    /// The document's id, under which it is published.
    package var id: [UInt8] { Self.id(type, name) }

    /// The id of a document of a type and a name.
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

/// One item of a document: a day, a session, a workout, or a sample that is more than a number.
package struct Item {
    /// Its id, if it has one.
    package var id: UUID128?
    /// Its name: the document's type, or the key under which it is nested.
    package var name: [UInt8]
    package var start: Double
    package var end: Double
    package var data: [Series] = []
    /// Metadata, and what was computed, as members of a JSON object: key in quotes and value, by key.
    package var metadata = Metadata()
    package var nested: [Nested] = []
    /// The points of a route.
    package var coordinates: [Location] = []
    /// Its source as JSON, empty when it has none.
    package var source: [UInt8] = []
    /// Its device as JSON, empty when it has none.
    package var device: [UInt8] = []

    /// The same, with all samples as quantities.
    package var spelledOut: Item {
        var item = self
        item.data = data.map(\.spelledOut)
        for index in nested.indices { item.nested[index].items = nested[index].items.map(\.spelledOut) }
        return item
    }

    /// An item with nothing in it yet.
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
    /// The quantities, in their order; empty when there are `samples`.
    package var quantities: [Quantity]
    /// Samples that are shown as they are: written without being made quantities, which is what most bytes are.
    package var samples: SampleSeries?
    /// Whether they may go to a later part of a document that is cut: samples and voltages may, what was computed stays.
    package var isMovable: Bool

    /// A series from its parts.
    package init(key: [UInt8], quantities: [Quantity], isMovable: Bool = false) {
        self.key = key
        self.quantities = quantities
        self.isMovable = isMovable
    }

    /// A series of samples.
    package init(key: [UInt8], samples: SampleSeries, isMovable: Bool = false) {
        self.key = key
        self.samples = samples
        self.isMovable = isMovable
        quantities = []
    }

    /// The same, with samples as quantities.
    package var spelledOut: Series {
        samples.map { Series(key: key, quantities: $0.quantities, isMovable: isMovable) } ?? self
    }
}

/// The items under one key of an item's `nested_data`.
package struct Nested {
    package var key: [UInt8]
    /// The items, in their order.
    package var items: [Item]
    /// Whether an item may go to a later part as a whole, because it is a sample.
    package var isMovable: Bool

    /// Nested items from their parts.
    package init(key: [UInt8], items: [Item], isMovable: Bool = false) {
        self.key = key
        self.items = items
        self.isMovable = isMovable
    }
}

/// One quantity: a sample's, or one that was computed.
package struct Quantity {
    /// The sample's id; a computed quantity has none.
    package var id: UUID128?
    package var start: Double
    package var end: Double
    package var value: Double
    /// The number as an integer, where a double need not be the same.
    package var integer: Int64?
    /// The unit as a JSON string, in quotes.
    package var unit: [UInt8]
    /// What kind of number it is (`sum`, `average` …), as a JSON string in quotes; empty when it needs no word.
    package var type: [UInt8] = []
    /// How many measurements a condensed sample stands for; 0 when it is none.
    package var count: Int64 = 0
    /// The sample's metadata as a JSON object, empty when there is none.
    package var metadata: ArraySlice<UInt8> = []
    /// The position of its source in the document's list, where that has more than one.
    package var source: Int?
    /// The position of its device in the document's list, where that has more than one.
    package var device: Int?

    /// A quantity from its parts.
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
