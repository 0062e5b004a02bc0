/// What became of a sample that an upload brought.
package enum MergeResult {
    /// The state did not have it.
    case new
    /// The state has it, or a better copy.
    case duplicate
    /// It took the place of the copy that was held.
    case replaced
    /// Its id was deleted before it came.
    case deletedBeforeArrival
}
