import Vocabulary

/// A check of quantities by the rules of a worker, so that the import counts values that a worker would refuse.
struct ValueCheck {
    /// The last unit of each type with its conversion; a type has the same unit for years.
    private var recent: [(unit: [UInt8], conversion: Conversion?)?] = []
    private var units = UnitTable()
    private static let longestUnit = 100

    /// Returns the reason why a worker would refuse a value; nil if the worker would accept it.
    mutating func fault(of value: ArraySlice<UInt8>, unit: ArraySlice<UInt8>, _ type: SampleType) -> String? {
        guard let number = NumberText.double(value) else { return "a value that is not a number" }
        guard let conversion = conversion(unit, type) else {
            return "the unit \(String(decoding: unit.prefix(40), as: UTF8.self)) for \(type.identifier)"
        }
        return type.mayHave(conversion(number)) ? nil : "a value that \(type.identifier) cannot have"
    }

    private mutating func conversion(_ unit: ArraySlice<UInt8>, _ type: SampleType) -> Conversion? {
        if unit.count > Self.longestUnit { return nil }
        let index = Int(type.index)
        if recent.count <= index { recent += Array(repeating: nil, count: index + 1 - recent.count) }
        if let known = recent[index], known.unit[...] == unit { return known.conversion }
        guard let canonical = type.canonicalUnit else { return nil }
        let conversion = unsafe unit.withUnsafeBytes { unsafe try? units.conversion(from: $0, to: canonical) }
        recent[index] = (Array(unit), conversion)
        return conversion
    }
}
