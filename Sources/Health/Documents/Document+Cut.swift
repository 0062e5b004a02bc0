import JSON

extension Document {
    /// Encodes the document; gives back its records where they are several, because its encoding is longer than
    /// `maximum` bytes, and none where `whole` is the one.
    ///
    /// Samples, points, voltages, a workout's activities and events go to the first record that has room, in the order of
    /// the document; everything else stays in the first. Where it is cut follows from the content alone.
    package func encode(into whole: inout EncodedPart, maximum: Int, connection: ConnectionID) -> [EncodedPart] {
        whole.encode(self, item, part: nil, connection: connection)
        if whole.count <= maximum { return [] }
        var spelledOut = self
        spelledOut.item = item.spelledOut
        let lists = Self.bytes(ofList: sources) + Self.bytes(ofList: devices)
        var cutter = Cutter(spelledOut, connection: connection, maximum: maximum, cutsLists: lists * 4 > maximum)
        cutter.cut()
        if cutter.longest > max(maximum, RecordBounds.uncutDocument), !cutter.cutsLists {
            // Beside what can't be cut there is not even room for a quarter of a limit that is small.
            cutter = Cutter(spelledOut, connection: connection, maximum: maximum, cutsLists: true)
            cutter.cut()
        }
        if cutter.parts.count == 1 { return [] }
        return cutter.parts.indices.map { index in
            var part = EncodedPart()
            let (document, item) = cutter.record(index)
            part.encode(document, item, part: index == 0 ? nil : index + 1, connection: connection)
            if index == 0 { part.parts = cutter.parts.count }
            return part
        }
    }

    /// The length of a list as JSON.
    private static func bytes(ofList texts: [[UInt8]]) -> Int {
        texts.isEmpty ? 0 : texts.reduce(1) { $0 + $1.count + 1 }
    }
}
