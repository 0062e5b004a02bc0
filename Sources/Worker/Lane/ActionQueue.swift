/// The actions of a cycle that are not performed yet.
struct ActionQueue {
    private var actions: [Action] = []
    private var isPerforming = false

    /// Appends actions.
    ///
    /// Returns whether the caller must perform them. Otherwise they arrived while an earlier action is performed.
    mutating func add(_ new: [Action]) -> Bool {
        actions += new
        defer { isPerforming = true }
        return !isPerforming
    }

    /// Removes and returns the next action, or ends the performance (nil).
    mutating func next() -> Action? {
        isPerforming = !actions.isEmpty
        return isPerforming ? actions.removeFirst() : nil
    }
}
