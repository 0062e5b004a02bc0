import JSON
package import Vocabulary

extension Document {
    /// Encodes the document, and splits it if its encoding is longer than `maximum` bytes.
    ///
    /// Samples, points, voltages, activities and events of workouts go to the first record with room, in the order of
    /// the document. Everything else stays in the first record. Where a document is split depends only on its content.
    ///
    /// - Parameters:
    ///   - whole: Receives the encoding of the whole document.
    ///   - maximum: The most bytes of a record.
    ///   - connection: The connection of the document.
    /// - Returns: The records of a split document; empty if `whole` is the only record.
    package func encode(into whole: inout EncodedPart, maximum: Int, connection: ConnectionID) -> [EncodedPart] {
        whole.encode(self, item, part: nil, connection: connection)
        if whole.count <= maximum { return [] }
        var spelledOut = self
        spelledOut.item = item.spelledOut
        spelledOut.others = others.map(\.spelledOut)
        let lists = Self.bytes(ofList: sources) + Self.bytes(ofList: devices)
        var splitter = DocumentSplitter(
            spelledOut,
            connection: connection,
            maximum: maximum,
            cutsLists: lists * 4 > maximum
        )
        splitter.cut()
        if splitter.longest > max(maximum, RecordBounds.uncutDocument), !splitter.cutsLists {
            // Fixed content can leave less than a quarter of a small limit, so the lists of sources and devices are
            // split too.
            splitter = DocumentSplitter(spelledOut, connection: connection, maximum: maximum, cutsLists: true)
            splitter.cut()
        }
        if splitter.parts.count == 1 { return [] }
        return splitter.parts.indices.map { index in
            var part = EncodedPart()
            let (document, item) = splitter.record(index)
            part.encode(document, item, part: index == 0 ? nil : index + 1, connection: connection)
            if index == 0 { part.parts = splitter.parts.count }
            return part
        }
    }

    /// Returns the length of a JSON array.
    private static func bytes(ofList texts: [[UInt8]]) -> Int {
        texts.isEmpty ? 0 : texts.reduce(1) { $0 + $1.count + 1 }
    }
}
