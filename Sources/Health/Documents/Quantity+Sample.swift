/// How a sample is shown as quantities.
extension Quantity {
    /// The quantities of a quantity or category sample: one, or the three of a condensed sample.
    package static func of(_ sample: Sample, _ type: SampleType, pool: Pool, provenance: Provenance) -> [Quantity] {
        var quantity = Quantity(
            id: sample.id,
            start: sample.start,
            end: sample.end,
            value: sample.value,
            unit: type.kind == .category ? categoryUnit(type, sample.value) : Words.units[Int(sample.type)]
        )
        quantity.source = provenance.source(sample)
        quantity.device = provenance.device(sample)
        if sample.extraCount == 0 { return [quantity] }
        let extra = Extra(pool.extra(sample))
        quantity.metadata = extra.metadata
        guard extra.count != 0 else { return [quantity] }
        quantity.count = extra.count
        quantity.type = type.isCumulative ? Words.sum : Words.average
        var all = [quantity]
        if let minimum = extra.minimum {
            quantity.value = minimum
            quantity.type = Words.minimum
            all.append(quantity)
        }
        if let maximum = extra.maximum {
            quantity.value = maximum
            quantity.type = Words.maximum
            all.append(quantity)
        }
        return all
    }

    /// The name of a category's value, else the number as text.
    static func categoryUnit(_ type: SampleType, _ value: Double) -> [UInt8] {
        let code = Int64(exactly: value) ?? 0
        return Words.quoted(Catalogue.categoryName(type, code) ?? String(code))
    }
}

extension SampleType {
    /// Whether its samples are listed as quantities in an item's `data`.
    package var isListed: Bool { kind == .quantity || kind == .category }
}
