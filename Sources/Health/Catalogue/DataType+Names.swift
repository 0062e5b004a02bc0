extension DataType: Comparable {
    /// The name, as documents, ids, headers and settings write it.
    package var name: String { Self.names[Int(rawValue)] }

    package var nameBytes: [UInt8] { Self.nameBytes[Int(rawValue)] }

    /// The data type of a name, which must be exact; nil if there is none.
    package init?(named name: String) {
        guard let index = Self.table.index(of: name) else { return nil }
        self.init(rawValue: UInt8(index))
    }

    /// The data type of a name's bytes; nil if there is none.
    package init?(_ name: UnsafeRawBufferPointer) {
        guard let index = unsafe Self.table.index(of: name) else { return nil }
        self.init(rawValue: UInt8(index))
    }

    /// Orders by the names' bytes, as jobs and documents are listed.
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
