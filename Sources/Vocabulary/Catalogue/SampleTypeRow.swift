/// A row of the table of sample types.
struct SampleTypeRow: Sendable {
    let identifier: String
    let identifierBytes: [UInt8]
    let kind: SampleType.Kind
    let document: DataType
    let documentKey: String
    let documentKeyBytes: [UInt8]
    let aggregation: SampleType.Aggregation?
    let canonicalUnit: Unit?
    let enumeration: CategoryEnumeration?
    let bounds: SampleType.Bounds

    /// All rows; parsed at first use.
    static let all: [SampleTypeRow] =
        [SampleType.quantities, SampleType.categories, SampleType.others, SampleType.later]
        .flatMap(tableRows)
        .compactMap(SampleTypeRow.init)

    /// The identifiers in the order of the rows, then the aliases, with the row of each alias.
    private static let names: (table: NameTable, aliased: [Int]) = {
        var table = NameTable(all.map(\.identifier))
        var aliased: [Int] = []
        for fields in tableRows(SampleType.aliases) {
            guard fields.count == 2, let place = table.index(of: fields[1]) else { continue }
            table.insert(fields[0])
            aliased.append(place)
        }
        return (table, aliased)
    }()

    /// Returns the index of the row for an identifier or an alias; nil if unknown.
    static func place(of name: UnsafeRawBufferPointer) -> Int? {
        guard let index = unsafe names.table.index(of: name) else { return nil }
        return index < all.count ? index : names.aliased[index - all.count]
    }

    private init?(fields: [String]) {
        guard fields.count == 6, let kind = SampleType.Kind(rawValue: fields[1]),
            let document = DataType(named: fields[2])
        else { return nil }
        identifier = fields[0]
        identifierBytes = [UInt8](identifier.utf8)
        self.kind = kind
        self.document = document
        documentKey = fields[3] == "=" ? identifier : fields[3]
        documentKeyBytes = [UInt8](documentKey.utf8)
        aggregation = SampleType.Aggregation(rawValue: fields[5])
        canonicalUnit = kind == .quantity ? try? Unit(fields[4]) : nil
        bounds =
            switch fields[4] {
            case "%": .fraction
            case "degC": .temperature
            case "dBASPL", "dBHL": .unbounded
            default: identifier == "HKQuantityTypeIdentifierUnderwaterDepth" ? .unbounded : .nonNegative
            }
        enumeration =
            kind == .category
            ? CategoryEnumeration.all["HKCategoryValue" + fields[4]]?.withAliases(ofType: identifier) : nil
    }
}
