/// The actions of a cycle that are not performed yet.
struct ActionQueue {
    private var actions: [Action] = []
    private var isPerforming = false

    /// Appends actions, and returns whether the caller must perform them.
    ///
    /// If false is returned, an earlier caller is performing actions, and also performs the new actions.
    mutating func add(_ new: [Action]) -> Bool {
        actions += new
        defer { isPerforming = true }
        return !isPerforming
    }

    /// Removes and returns the next action; if there is none, returns nil and marks the queue as idle.
    mutating func next() -> Action? {
        isPerforming = !actions.isEmpty
        return isPerforming ? actions.removeFirst() : nil
    }
}
