/// The actions of a cycle that are not performed yet.
struct ActionQueue {
    private var actions: [Action] = []
    private var isPerforming = false

    /// Appends actions.
    ///
    /// Returns whether the caller must perform them. If not, an earlier caller is performing actions and also performs
    /// the new ones.
    mutating func add(_ new: [Action]) -> Bool {
        actions += new
        defer { isPerforming = true }
        return !isPerforming
    }

    /// Removes and returns the next action.
    ///
    /// If there is none, returns nil and marks the queue as idle.
    mutating func next() -> Action? {
        isPerforming = !actions.isEmpty
        return isPerforming ? actions.removeFirst() : nil
    }
}
