import JSON
import Vocabulary

extension Document {
    /// Writes the fields that precede `user_id` and `collected_at`.
    func writeHead(part: Int, connection: ConnectionID, into head: inout Writer) {
        // Ids contain no characters that JSON must escape.
        head.raw("{\"id\":\"")
        head.raw(type.nameBytes)
        if !name.isEmpty {
            head.raw("/")
            head.raw(name)
        }
        if part > 1 {
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

    /// Writes the fields from `source` on, and the closing brace, into an empty buffer.
    func writeTail(into tail: inout Writer, noting marks: inout DocumentMarks) {
        marks.begin(.document, from: 0, to: 0)
        tail.raw(",\"source\":[")
        tail.list(sources, from: 0, noting: &marks)
        if !devices.isEmpty {
            let start = tail.bytes.count
            tail.raw(",\"device\":[")
            tail.list(devices, from: start, noting: &marks)
        }
        let start = tail.bytes.count
        tail.raw(",\"meta_data\":{},\"data\":[")
        marks.begin(.list, from: start, to: tail.bytes.count)
        tail.item(item, noting: &marks)
        for other in others {
            tail.raw(",")
            tail.item(other, noting: &marks)
        }
        tail.raw("]")
        marks.end(at: tail.bytes.count)
        tail.raw("}")
        marks.end(at: tail.bytes.count)
    }
}

extension Writer {
    /// Writes the elements of a JSON array, which are already JSON, and the closing bracket.
    fileprivate mutating func list(_ texts: [[UInt8]], from start: Int, noting marks: inout DocumentMarks) {
        list(of: texts.count, from: start, closing: "]", noting: &marks) { writer, index, marks in
            let start = writer.bytes.count
            writer.raw(texts[index])
            marks.note(.movable, from: start, to: writer.bytes.count)
        }
    }

    /// Writes the contents of a JSON array or object with commas between them, and the closing bracket or brace.
    ///
    /// The opening is already written; `start` is its position.
    @inline(__always) private mutating func list(
        of count: Int,
        from start: Int,
        closing: StaticString,
        noting marks: inout DocumentMarks,
        _ content: (inout Writer, Int, inout DocumentMarks) -> Void
    ) {
        marks.begin(.list, from: start, to: bytes.count)
        for index in 0..<count {
            if index > 0 { raw(",") }
            content(&self, index, &marks)
        }
        raw(closing)
        marks.end(at: bytes.count)
    }

    /// Writes a member that must stay in the same record as the start of its item.
    @inline(__always) private mutating func fixed(
        _ key: StaticString,
        noting marks: inout DocumentMarks,
        _ value: (inout Writer) -> Void
    ) {
        let start = bytes.count
        raw(key)
        value(&self)
        marks.note(.fixed, from: start, to: bytes.count)
    }

    mutating func item(_ item: Item, as kind: DocumentMarks.Kind = .item, noting marks: inout DocumentMarks) {
        let start = bytes.count
        raw("{")
        if let id = item.id {
            raw("\"id\":")
            uuid(id)
            raw(",")
        }
        raw("\"name\":")
        string(item.name)
        bounds(item.start, item.end)
        marks.begin(kind, from: start, to: bytes.count)
        if !item.data.isEmpty {
            let start = bytes.count
            raw(",\"data\":{")
            list(of: item.data.count, from: start, closing: "}", noting: &marks) { writer, index, marks in
                // Accessed by index, because an iterator would copy each element with its references.
                writer.series(item.data[index], noting: &marks)
            }
        }
        if !item.metadata.isEmpty {
            fixed(",\"meta_data\":", noting: &marks) { item.metadata.write(into: &$0) }
        }
        if !item.nested.isEmpty {
            let start = bytes.count
            raw(",\"nested_data\":{")
            list(of: item.nested.count, from: start, closing: "}", noting: &marks) { writer, index, marks in
                writer.nested(item.nested[index], noting: &marks)
            }
        }
        if !item.coordinates.isEmpty {
            let start = bytes.count
            raw(",\"coordinates\":[")
            list(of: item.coordinates.count, from: start, closing: "]", noting: &marks) { writer, index, marks in
                writer.location(item.coordinates[index], noting: &marks)
            }
        }
        if !item.source.isEmpty { fixed(",\"source\":", noting: &marks) { $0.raw(item.source) } }
        if !item.device.isEmpty { fixed(",\"device\":", noting: &marks) { $0.raw(item.device) } }
        raw("}")
        marks.end(at: bytes.count)
    }

    private mutating func series(_ series: Series, noting marks: inout DocumentMarks) {
        let start = bytes.count
        if series.stays {
            var none = DocumentMarks(areNoted: false)
            quantities(series, noting: &none)
            marks.note(.fixed, from: start, to: bytes.count)
        } else {
            quantities(series, noting: &marks)
        }
    }

    private mutating func quantities(_ series: Series, noting marks: inout DocumentMarks) {
        let start = bytes.count
        string(series.key)
        raw(":[")
        marks.begin(.list, from: start, to: bytes.count)
        series.samples?.write(into: &self, noting: &marks)
        for index in series.quantities.indices {
            if index > 0 { raw(",") }
            // Accessed through the span, because a plain subscript would copy the quantity.
            quantity(series.quantities.span[index], noting: &marks)
        }
        raw("]")
        marks.end(at: bytes.count)
    }

    private mutating func nested(_ nested: Nested, noting marks: inout DocumentMarks) {
        let start = bytes.count
        string(nested.key)
        raw(":[")
        list(of: nested.items.count, from: start, closing: "]", noting: &marks) { writer, index, marks in
            writer.item(nested.items[index], as: nested.isMovable ? .movableItem : .item, noting: &marks)
        }
    }

    mutating func quantity(_ quantity: Quantity, noting marks: inout DocumentMarks) {
        let start = bytes.count
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
        marks.note(quantity, from: start, to: bytes.count)
    }

    private mutating func bounds(_ start: Double, _ end: Double) {
        raw(",\"start_date\":")
        number(start)
        raw(",\"end_date\":")
        number(end)
    }

    /// Writes a point of a route.
    private mutating func location(_ location: Location, noting marks: inout DocumentMarks) {
        let start = bytes.count
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
        marks.note(.movable, from: start, to: bytes.count)
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
    /// The number, or the greatest finite number with the same sign if the number is infinite.
    ///
    /// Sums of finite numbers can overflow, and JSON has no infinity.
    var clampedToFinite: Double {
        Swift.min(Swift.max(self, -Double.greatestFiniteMagnitude), Double.greatestFiniteMagnitude)
    }
}
