import JSON
import Vocabulary

/// The members of the bodies of data points.
extension Writer {
    /// Appends a number with its unit.
    mutating func appendMember(_ name: String, _ number: Double, unit: String) {
        member(name) {
            $0.object {
                $0.member("value", number)
                $0.member("unit", unit)
            }
        }
    }

    /// Appends a value in the unit of its schema, with the name of the statistic if it is one.
    mutating func append(_ number: Double, _ statistic: String?, _ schema: QuantitySchema) {
        // Open mHealth counts percentages from 0 to 100, documents from 0 to 1.
        let converted = schema.documentUnit == "%" ? (number * 100).roundedTo15Digits : number
        appendMember(schema.member, converted, unit: schema.unit)
        if let statistic { member("descriptive_statistic", statistic) }
    }

    /// Appends the members of `hk-quantity-sample` after its time.
    mutating func appendQuantity(_ quantity: ForkDocument.Quantity, _ type: SampleType) {
        member("quantity_type", type.identifier)
        if quantity.value.unit == "count" {
            member("count", quantity.value.number)
        } else {
            appendMember("unit_value", quantity.value.number, unit: quantity.value.unit)
        }
        append(quantity.metadata)
    }

    /// Appends the members of `hk-category-sample` after its time.
    mutating func appendCategory(_ quantity: ForkDocument.Quantity, _ type: SampleType) {
        member("category_type", type.identifier)
        member("category_value", quantity.value.unit)
        append(quantity.metadata)
    }

    /// Appends the metadata of a sample as `hk-metadata` has it: texts, numbers and bools under their keys.
    ///
    /// A number with a unit is a text such as `21.5 degC` or `96 %`.
    mutating func append(_ metadata: ForkDocument.Metadata) {
        guard !metadata.entries.isEmpty else { return }
        member("metadata") {
            $0.array(metadata.entries) { entry, writer in
                writer.object {
                    $0.member("key", entry.key)
                    $0.member("value") { $0.append(entry) }
                }
            }
        }
    }

    private mutating func append(_ entry: ForkDocument.Metadata.Entry) {
        let value = entry.value
        switch entry.meaning {
        case .bool(let bool): self.bool(bool)
        case .text(let text): string(text)
        case .number:
            var number = Writer()
            if value.unit == "%", !entry.isInHundredths {
                number.number((value.number * 100).roundedTo15Digits)
            } else if let integer = value.integer {
                number.number(integer)
            } else {
                number.number(value.number)
            }
            if value.unit == "count" || value.unit.isEmpty {
                raw(number.bytes)
            } else {
                string(String(decoding: number.bytes, as: UTF8.self) + " " + value.unit)
            }
        }
    }
}
