/// The motion that a phone has recognized, from an instant on (`CMMotionActivity`).
///
/// An activity fits into the value of a sample, so that a day of activities needs no extras.
package struct MotionActivity: Equatable, Sendable {
    /// The kinds of motion that a phone has recognized; several can be set at the same time.
    package struct Flags: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        package static let stationary = Flags(rawValue: 1)
        package static let automotive = Flags(rawValue: 2)
        package static let walking = Flags(rawValue: 4)
        package static let running = Flags(rawValue: 8)
        package static let cycling = Flags(rawValue: 16)
        package static let unknown = Flags(rawValue: 32)

        /// The names in uploads and documents, in the order of the bits.
        private static let names = ["stationary", "automotive", "walking", "running", "cycling", "unknown"]

        fileprivate static let bits = UInt16(names.count)
        /// The number of different sets of flags.
        package static let setCount = 1 << Int(bits)

        /// The names of the flags, in the order of the bits.
        package var names: [String] {
            Self.names.enumerated().filter { rawValue >> UInt8($0.offset) & 1 == 1 }.map(\.element)
        }
    }

    package var flags: Flags
    /// 0 for low, 1 for medium, 2 for high.
    package var confidence: UInt8

    static let confidenceMax: Int64 = 2

    package init(_ flags: Flags, confidence: UInt8) {
        (self.flags, self.confidence) = (flags, confidence)
    }

    /// Decodes the value of a sample.
    package init(value: Double) {
        let code = UInt16(exactly: value) ?? 0
        flags = Flags(rawValue: UInt8(code & (1 << Flags.bits - 1)))
        confidence = UInt8(truncatingIfNeeded: code >> Flags.bits)
    }

    /// The activity as the value of a sample.
    package var value: Double { Double(UInt16(flags.rawValue) | UInt16(confidence) << Flags.bits) }
}
