import JSON
import Vocabulary

/// The samples of one type in a document, written without an array of quantities.
package struct SampleSeries {
    /// The type of the samples to show.
    private let type: SampleType
    /// The samples of the document, ascending; samples of other types are skipped.
    private let samples: [Sample]
    /// The kind of number as a JSON string with quotes; empty if there is none.
    private let word: [UInt8]
    /// The packed rare fields of samples, such as metadata.
    private let extras: [UInt8]
    private let positions: Provenance.Positions

    init(
        _ type: SampleType,
        of samples: [Sample],
        word: [UInt8] = [],
        pool: borrowing Pool,
        positions: Provenance.Positions
    ) {
        self.type = type
        self.samples = samples
        self.word = word
        extras = pool.extras
        self.positions = positions
    }

    /// The samples as an array of quantities, to measure the length of each quantity.
    package var quantities: [Quantity] {
        var quantities: [Quantity] = []
        each { quantities.append($0) }
        return quantities
    }

    /// Writes the quantities with commas between them.
    func write(into writer: inout Writer, noting marks: inout DocumentMarks) {
        var isFirst = true
        each { quantity in
            if !isFirst { writer.raw(",") }
            isFirst = false
            writer.quantity(quantity, noting: &marks)
        }
    }

    /// Calls `show` for each quantity; the fields that all samples share are set once.
    private func each(_ show: (Quantity) -> Void) {
        let isCategory = type.kind == .category
        // The units that were already found. There are few, because the stages of sleep repeat.
        var units = isCategory ? [] : [(code: 0.0, unit: Literals.units[Int(type.index)])]
        var quantity = Quantity(start: 0, end: 0, value: 0, unit: units.first?.unit ?? [], type: word)
        for sample in samples where sample.type == type.index {
            quantity.id = sample.id
            quantity.start = sample.start
            quantity.end = sample.end
            quantity.value = sample.value
            quantity.source = positions.source(sample)
            quantity.device = positions.device(sample)
            if isCategory { quantity.unit = Self.unit(type, sample.value, &units) }
            if quantity.integer != nil { quantity.integer = nil }
            if sample.extraCount == 0 {
                if !quantity.metadata.isEmpty { quantity.metadata = [] }
                show(quantity)
                continue
            }
            let extra = Extra(extras[sample.extraRange])
            quantity.metadata = extra.metadata
            if isCategory, !extra.payload.isEmpty {
                let code = CategoryCode.code(sample.value, extra.payload)
                quantity.integer = code
                quantity.unit = Self.unit(type, code)
            }
            if extra.count == 0 { show(quantity) } else { showCondensed(quantity, extra, show) }
        }
    }

    /// Shows a condensed sample as its sum or average, its minimum and its maximum.
    private func showCondensed(_ quantity: Quantity, _ extra: Extra, _ show: (Quantity) -> Void) {
        let values = [
            (quantity.value, type.isCumulative ? Literals.sum : Literals.average), (extra.minimum, Literals.minimum),
            (extra.maximum, Literals.maximum),
        ]
        var quantity = quantity
        quantity.count = extra.count
        for (value, word) in values {
            guard let value else { continue }
            quantity.value = value
            quantity.type = self.word.isEmpty ? word : self.word
            show(quantity)
        }
    }

    /// Returns the name of a category value, or the number as text.
    private static func unit(
        _ type: SampleType,
        _ value: Double,
        _ known: inout [(code: Double, unit: [UInt8])]
    ) -> [UInt8] {
        if let known = known.first(where: { $0.code == value }) { return known.unit }
        let unit = Self.unit(type, CategoryCode.code(value, []))
        if known.count < 16 { known.append((value, unit)) }
        return unit
    }
    private static func unit(_ type: SampleType, _ code: Int64) -> [UInt8] {
        Literals.quoted(Catalogue.categoryName(type, code) ?? String(code))
    }
}
