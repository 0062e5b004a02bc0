/// Splits a generated table into rows and fields.
package func tableRows(_ table: String) -> [[String]] {
    table.utf8.split(separator: UInt8(ascii: "\n")).map { line in
        line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map { String(Substring($0)) }
    }
}

/// Returns the Apple constant of a case: the enumeration's name, then the case capitalized
/// (`HKWorkoutActivityTypeRunning`).
func appleName(_ enumeration: String, _ name: String) -> String {
    enumeration + name.prefix(1).uppercased() + name.dropFirst()
}
