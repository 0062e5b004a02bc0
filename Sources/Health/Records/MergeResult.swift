import Vocabulary

/// The result of merging one accepted sample into the state.
package enum MergeResult {
    /// The state did not contain the sample.
    case new
    /// The state already contains the sample, or a better copy.
    case duplicate
    /// The sample replaced the stored copy.
    case replaced
    /// The id of the sample was deleted before the sample arrived.
    case deletedBeforeArrival
}

extension Accounting {
    /// Counts a sample that was accepted.
    mutating func count(_ result: MergeResult) {
        switch result {
        case .new: new += 1
        case .duplicate: duplicates += 1
        case .replaced: replaced += 1
        case .deletedBeforeArrival: deletedBeforeArrival += 1
        }
    }
}
