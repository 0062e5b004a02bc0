/// A node of a text tree.
package struct Tree: Sendable {
    /// The lines of the node itself.
    package var lines: [String]
    /// The nodes below this one, in order.
    package var branches: [Tree]

    package init(_ lines: String..., branches: [Tree] = []) {
        self.init(lines: lines, branches: branches)
    }

    package init(lines: [String], branches: [Tree] = []) {
        self.lines = lines
        self.branches = branches
    }

    /// The lines of the tree with connecting lines to the branches.
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
