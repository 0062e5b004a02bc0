import JSON
import Operations
package import Vocabulary

/// The accounting of samples, the last line on standard error.
package enum AccountingLine {
    /// Returns one line of JSON.
    package static func text(_ accounting: Accounting) -> String {
        String(decoding: Writer.object { $0.member("accounting", accounting.write) }, as: UTF8.self) + "\n"
    }
}
