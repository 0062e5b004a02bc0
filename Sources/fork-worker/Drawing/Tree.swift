/// A text with others below it.
package struct Tree: Sendable {
    /// What the node says; may have several lines, which keep together.
    package var lines: [String]
    /// What is below it.
    package var branches: [Tree]

    package init(_ lines: String..., branches: [Tree] = []) {
        self.init(lines: lines, branches: branches)
    }

    /// A node of several lines.
    package init(lines: [String], branches: [Tree] = []) {
        self.lines = lines
        self.branches = branches
    }

    /// The tree with lines drawn to the branches.
    package var drawn: [String] {
        var drawn = lines
        for (index, branch) in branches.enumerated() {
            let isLast = index == branches.count - 1
            for (row, line) in branch.drawn.enumerated() {
                let stem = row == 0 ? (isLast ? "└─ " : "├─ ") : (isLast ? "   " : "│  ")
                drawn.append(stem + line)
            }
        }
        return drawn
    }
}
