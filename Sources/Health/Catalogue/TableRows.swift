/// The rows and fields of a generated table; called once per table, at its first use.
func tableRows(_ table: String) -> [[String]] {
    table.utf8.split(separator: UInt8(ascii: "\n")).map { line in
        line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map { String(Substring($0)) }
    }
}

/// Apple's constant of a case: the enumeration's name, then the case with a capital (`HKWorkoutActivityTypeRunning`).
func appleName(_ enumeration: String, _ name: String) -> String {
    enumeration + name.prefix(1).uppercased() + name.dropFirst()
}
