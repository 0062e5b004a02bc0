package import JSON

/// The samples of one type among those of a document, shown as quantities.
package struct SampleSeries {
    /// The type of those that are meant.
    package let type: SampleType
    /// Samples of a document, ascending; those of other types are passed over.
    package let samples: [Sample]
    /// What kind of number they are, as a JSON string in quotes; empty when they need no word.
    package let word: [UInt8]
    private let pool: Pool
    private let provenance: Provenance

    /// The series of a type.
    package init(_ type: SampleType, of samples: [Sample], word: [UInt8] = [], pool: Pool, provenance: Provenance) {
        self.type = type
        self.samples = samples
        self.word = word
        self.pool = pool
        self.provenance = provenance
    }

    /// The same as quantities, for where one has to be told from the next.
    package var quantities: [Quantity] {
        samples.filter { $0.type == type.index }.flatMap { sample in
            var quantities = Quantity.of(sample, type, pool: pool, provenance: provenance)
            if !word.isEmpty { for index in quantities.indices { quantities[index].type = word } }
            return quantities
        }
    }

    /// Writes the quantities with commas between them.
    package func write(into writer: inout Writer) {
        let isCategory = type.kind == .category
        var unit = isCategory ? [] : Words.units[Int(type.index)]
        // Stages come again and again.
        var units: [(code: Double, unit: [UInt8])] = []
        var isFirst = true
        for sample in samples where sample.type == type.index {
            if !isFirst { writer.raw(",") }
            isFirst = false
            if sample.flags.contains(.condensed) {
                writer.quantities(of: sample, type, word: word, pool: pool, provenance: provenance)
                continue
            }
            if isCategory {
                if let known = units.first(where: { $0.code == sample.value }) {
                    unit = known.unit
                } else {
                    unit = Quantity.categoryUnit(type, sample.value)
                    if units.count < 16 { units.append((sample.value, unit)) }
                }
            }
            writer.plain(sample, unit: unit, word: word)
            if sample.extraCount > 0 {
                let metadata = Extra(pool.extra(sample)).metadata
                if metadata.count > 2 {
                    writer.raw(",\"meta_data\":")
                    writer.raw(metadata)
                }
            }
            if let source = provenance.source(sample) {
                writer.raw(",\"source\":")
                writer.number(source)
            }
            if let device = provenance.device(sample) {
                writer.raw(",\"device\":")
                writer.number(device)
            }
            writer.raw("}")
        }
    }
}

extension Writer {
    /// The three quantities of a condensed sample.
    fileprivate mutating func quantities(
        of sample: Sample,
        _ type: SampleType,
        word: [UInt8],
        pool: Pool,
        provenance: Provenance
    ) {
        for (index, one) in Quantity.of(sample, type, pool: pool, provenance: provenance).enumerated() {
            var quantity = one
            if !word.isEmpty { quantity.type = word }
            if index > 0 { raw(",") }
            self.quantity(quantity)
        }
    }

    /// Id, bounds, value and type of a sample, up to where its metadata would follow.
    fileprivate mutating func plain(_ sample: Sample, unit: [UInt8], word: [UInt8]) {
        raw("{\"id\":\"")
        sample.id.append(to: &bytes)
        raw("\",\"start_date\":")
        number(sample.start)
        raw(",\"end_date\":")
        number(sample.end)
        raw(",\"value\":{\"quantity\":")
        number(sample.value)
        raw(",\"unit\":")
        raw(unit)
        raw("}")
        if !word.isEmpty {
            raw(",\"type\":")
            raw(word)
        }
    }
}
