extension DataType: Comparable {
    /// The name in documents, ids, headers and options.
    package var name: String { Self.names[Int(rawValue)] }

    package var nameBytes: [UInt8] { Self.nameBytes[Int(rawValue)] }

    /// Creates the data type of an exact name; nil if unknown.
    package init?(named name: String) {
        guard let index = Self.table.index(of: name) else { return nil }
        self.init(rawValue: UInt8(index))
    }

    /// Creates the data type of an exact name; nil if unknown.
    package init?(_ name: UnsafeRawBufferPointer) {
        guard let index = unsafe Self.table.index(of: name) else { return nil }
        self.init(rawValue: UInt8(index))
    }

    /// Orders data types by the bytes of their names, as in jobs and documents.
    package static func < (left: DataType, right: DataType) -> Bool {
        ranks[Int(left.rawValue)] < ranks[Int(right.rawValue)]
    }

    private static let table = NameTable(names)
    private static let nameBytes = names.map { [UInt8]($0.utf8) }
    private static let ranks: [Int] = {
        let sorted = nameBytes.sorted { $0.lexicographicallyPrecedes($1) }
        return nameBytes.map { sorted.firstIndex(of: $0) ?? 0 }
    }()
}
