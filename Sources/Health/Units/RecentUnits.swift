import JSON

/// The unit in which samples of each type came last, with its conversion: a type is mostly sent in one unit.
struct RecentUnits: Sendable {
    private struct Entry {
        /// The text, up to 16 bytes; longer ones are looked up each time.
        var text = Packed(low: 0, high: 0, count: 0)
        var conversion = Conversion.identity
    }

    private struct Packed: Equatable {
        var low: UInt64
        var high: UInt64
        var count: Int

        init(low: UInt64, high: UInt64, count: Int) {
            self.low = low
            self.high = high
            self.count = count
        }

        init?(_ text: Text) {
            guard text.count <= 16 else { return nil }
            count = text.count
            low = text.head
            // The last eight bytes, which overlap the first where there are fewer than sixteen.
            high = text.count > 8 ? text.tail : 0
        }
    }

    /// By the number of the type in the catalogue.
    private var entries: [Entry] = []

    /// The conversion of a unit, when it is the last that a type came in.
    func conversion(_ text: Text, type: UInt16) -> Conversion? {
        guard Int(type) < entries.count, let packed = Packed(text) else { return nil }
        let entry = entries[Int(type)]
        return entry.text == packed && packed.count > 0 ? entry.conversion : nil
    }

    /// Takes note of a unit.
    mutating func note(_ text: Text, type: UInt16, _ conversion: Conversion) {
        guard let packed = Packed(text) else { return }
        while entries.count <= Int(type) { entries.append(Entry()) }
        entries[Int(type)] = Entry(text: packed, conversion: conversion)
    }
}
