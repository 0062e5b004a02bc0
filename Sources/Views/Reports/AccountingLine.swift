package import Health

/// The accounting of samples, the last line on standard error.
package enum AccountingLine {
    /// Returns one line of JSON.
    package static func text(_ accounting: Accounting) -> String {
        let counts = accounting.told.map { ("\($0.name)", $0.count) }
        let refusals = accounting.refusals.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 }
        func members(_ counts: [(String, Int)]) -> String {
            counts.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",")
        }
        return "{\"accounting\":{\(members(counts)),\"refusals\":{\(members(refusals))}}}\n"
    }
}
