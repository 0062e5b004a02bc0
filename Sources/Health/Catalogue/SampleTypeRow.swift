/// What the catalogue says about one sample type.
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

    /// All rows, parsed at the first use.
    static let all: [SampleTypeRow] = [SampleType.quantities, SampleType.categories, SampleType.others]
        .flatMap(tableRows)
        .compactMap(SampleTypeRow.init)

    /// Finds a row by its identifier.
    static let table = NameTable(all.map(\.identifier))

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
        let enumeration = kind == .category ? CategoryEnumeration.all["HKCategoryValue" + fields[4]] : nil
        let isMenstrualFlow = identifier == "HKCategoryTypeIdentifierMenstrualFlow"
        self.enumeration = isMenstrualFlow ? enumeration?.withMenstrualFlowNames() : enumeration
    }
}
