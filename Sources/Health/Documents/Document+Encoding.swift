package import JSON
package import Vocabulary

/// The fields of a document that depend on the upload that caused this version.
package struct Attribution {
    package var connection: ConnectionID
    /// The user id; nil if unknown.
    package var userID: [UInt8]?
    /// `collected_at` of the upload that caused this version.
    package var collectedAt: Double

    package init(connection: ConnectionID, userID: [UInt8]?, collectedAt: Double) {
        self.connection = connection
        self.userID = userID
        self.collectedAt = collectedAt
    }
}

/// One encoded record of a document.
///
/// `user_id`, `collected_at` and `parts` are added by `bytes`, because they are not part of the content that decides
/// whether a document changed.
package struct EncodedPart {
    /// The bytes before the attribution.
    private var head = Writer(capacity: 256)
    /// The bytes after the attribution.
    private var tail = Writer(capacity: 16 << 10)
    /// The number of records of the document, if this is the first of several.
    package var parts: Int?

    package init() {}

    /// The hash of everything except the attribution.
    ///
    /// Equal hashes mean that nothing changed.
    package var hash: UInt64 {
        var hasher = ContentHash()
        hasher.add(head.bytes)
        hasher.add(UInt64(parts ?? 0))
        hasher.add(tail.bytes)
        return hasher.value
    }

    /// The length of the encoding without attribution and `parts`.
    package var count: Int { head.bytes.count + tail.bytes.count }

    package func bytes(_ cause: Attribution) -> [UInt8] {
        var writer = Writer(capacity: count + (cause.userID?.count ?? 0) + 96)
        writer.raw(head.bytes)
        if let userID = cause.userID {
            writer.raw(",\"user_id\":")
            writer.string(userID)
        }
        writer.raw(",\"collected_at\":")
        writer.number(cause.collectedAt)
        if let parts {
            writer.raw(",\"parts\":")
            writer.number(parts)
        }
        writer.raw(tail.bytes)
        return writer.bytes
    }

    /// Encodes a document, or one part of it, and replaces the previous content of the buffers.
    ///
    /// `part` counts from 2. It is nil for the record with the document's own id.
    package mutating func encode(_ document: Document, _ item: Item, part: Int?, connection: ConnectionID) {
        head.removeAll(keepingCapacity: true)
        tail.removeAll(keepingCapacity: true)
        parts = nil
        document.writeHead(part: part, connection: connection, into: &head)
        document.writeTail(item, part: part, into: &tail)
    }
}

extension Document {
    /// Encodes a document, or one part of it.
    ///
    /// `part` counts from 2 and is nil for the record with the document's own id.
    package func encode(_ item: Item, part: Int?, connection: ConnectionID) -> EncodedPart {
        var encoded = EncodedPart()
        encoded.encode(self, item, part: part, connection: connection)
        return encoded
    }

    fileprivate func writeHead(part: Int?, connection: ConnectionID, into head: inout Writer) {
        // Ids contain no characters that JSON must escape.
        head.raw("{\"id\":\"")
        head.raw(type.nameBytes)
        if !name.isEmpty {
            head.raw("/")
            head.raw(name)
        }
        if let part {
            head.raw("#")
            head.number(part)
        }
        head.raw("\",\"connection_id\":")
        head.string(connection.bytes)
        head.raw(",\"type\":")
        head.string(type.name)
        head.raw(",\"start_date\":")
        head.number(start)
        head.raw(",\"end_date\":")
        head.number(end)
        head.raw(",\"time_zone\":")
        head.string(zone)
    }

    fileprivate func writeTail(_ item: Item, part: Int?, into tail: inout Writer) {
        if let part {
            tail.raw(",\"part\":")
            tail.number(part)
        }
        tail.raw(",\"source\":")
        tail.list(sources)
        if !devices.isEmpty {
            tail.raw(",\"device\":")
            tail.list(devices)
        }
        tail.raw(",\"meta_data\":{},\"data\":[")
        tail.item(item)
        for other in others {
            tail.raw(",")
            tail.item(other)
        }
        tail.raw("]}")
    }
}

extension Writer {
    /// Writes a JSON array of values that are JSON already.
    fileprivate mutating func list(_ texts: [[UInt8]]) {
        raw("[")
        for (index, text) in texts.enumerated() {
            if index > 0 { raw(",") }
            raw(text)
        }
        raw("]")
    }

    /// Writes an item of a document.
    package mutating func item(_ item: Item) {
        raw("{")
        if let id = item.id {
            raw("\"id\":")
            uuid(id)
            raw(",")
        }
        raw("\"name\":")
        string(item.name)
        bounds(item.start, item.end)
        if !item.data.isEmpty {
            raw(",\"data\":{")
            // Accessed by index, because an iterator would copy each element with its references.
            for index in item.data.indices {
                if index > 0 { raw(",") }
                series(item.data[index])
            }
            raw("}")
        }
        if !item.metadata.isEmpty {
            raw(",\"meta_data\":")
            item.metadata.write(into: &self)
        }
        if !item.nested.isEmpty { nested(item.nested) }
        if !item.coordinates.isEmpty { coordinates(item.coordinates) }
        if !item.source.isEmpty {
            raw(",\"source\":")
            raw(item.source)
        }
        if !item.device.isEmpty {
            raw(",\"device\":")
            raw(item.device)
        }
        raw("}")
    }

    private mutating func series(_ series: Series) {
        string(series.key)
        raw(":[")
        series.samples?.write(into: &self)
        for index in series.quantities.indices {
            if index > 0 { raw(",") }
            // Accessed through the span, because a plain subscript would copy the quantity.
            quantity(series.quantities.span[index])
        }
        raw("]")
    }

    private mutating func nested(_ nested: [Nested]) {
        raw(",\"nested_data\":{")
        for index in nested.indices {
            if index > 0 { raw(",") }
            string(nested[index].key)
            raw(":[")
            for place in nested[index].items.indices {
                if place > 0 { raw(",") }
                item(nested[index].items[place])
            }
            raw("]")
        }
        raw("}")
    }

    /// Writes a quantity of an item.
    package mutating func quantity(_ quantity: Quantity) {
        // An upper bound for the keys, the numbers and the id.
        let plain = 192 + 4 * ReservedWriter.numberMax + UUID128.textCount + quantity.unit.count + quantity.type.count
        write(upTo: plain) { $0.plain(quantity) }
        if !quantity.metadata.isEmpty {
            raw(",\"meta_data\":")
            raw(quantity.metadata)
        }
        if let source = quantity.source {
            raw(",\"source\":")
            number(source)
        }
        if let device = quantity.device {
            raw(",\"device\":")
            number(device)
        }
        raw("}")
    }

    private mutating func bounds(_ start: Double, _ end: Double) {
        raw(",\"start_date\":")
        number(start)
        raw(",\"end_date\":")
        number(end)
    }

    private mutating func coordinates(_ locations: [Location]) {
        raw(",\"coordinates\":[")
        for (index, location) in locations.enumerated() {
            if index > 0 { raw(",") }
            self.location(location)
        }
        raw("]")
    }

    /// Writes a point of a route.
    package mutating func location(_ location: Location) {
        raw("{\"time\":")
        number(location.time)
        raw(",\"latitude\":")
        number(location.latitude)
        raw(",\"longitude\":")
        number(location.longitude)
        optional(",\"altitude\":", location.altitude)
        optional(",\"speed\":", location.speed)
        optional(",\"course\":", location.course)
        optional(",\"horizontal_accuracy\":", location.horizontalAccuracy)
        optional(",\"vertical_accuracy\":", location.verticalAccuracy)
        raw("}")
    }

    private mutating func optional(_ key: StaticString, _ value: Double?) {
        guard let value else { return }
        raw(key)
        number(value)
    }

    /// Writes an id in upper case, with quotes.
    private mutating func uuid(_ id: UUID128) {
        byte(UInt8(ascii: "\""))
        id.append(to: &bytes)
        byte(UInt8(ascii: "\""))
    }
}

extension ReservedWriter {
    /// Writes the members that nearly all quantities have, without the closing brace.
    fileprivate mutating func plain(_ quantity: Quantity) {
        raw("{")
        if let id = quantity.id {
            raw("\"id\":\"")
            let text = unsafe UnsafeMutableRawBufferPointer(start: room(UUID128.textCount), count: UUID128.textCount)
            unsafe id.write(to: text)
            raw("\",")
        }
        raw("\"start_date\":")
        number(quantity.start)
        raw(",\"end_date\":")
        number(quantity.end)
        raw(",\"value\":{\"quantity\":")
        if let integer = quantity.integer { number(integer) } else { number(quantity.value.clampedToFinite) }
        raw(",\"unit\":")
        raw(quantity.unit)
        raw("}")
        if !quantity.type.isEmpty {
            raw(",\"type\":")
            raw(quantity.type)
        }
        if quantity.count != 0 {
            raw(",\"count\":")
            number(quantity.count)
        }
    }
}

extension Double {
    /// The number, or the greatest finite number of its sign if it is infinite.
    ///
    /// Sums of finite numbers can overflow, and JSON has no infinity.
    var clampedToFinite: Double {
        Swift.min(Swift.max(self, -Double.greatestFiniteMagnitude), Double.greatestFiniteMagnitude)
    }
}
