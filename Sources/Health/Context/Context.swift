package import JSON

/// What the core keeps from upload to upload so that it need not be rebuilt: one for each thread.
package struct Context: ~Copyable {
    /// The settings that shape documents.
    package let rules: Rules
    /// The reader of what samples carry as JSON; not that of uploads, one of which is still being read when it is used.
    package var payloads = Parser()
    /// The zones of local days.
    package var zones: ZoneTable
    /// The units that were seen.
    package var units = UnitTable()
    /// The unit in which each type came last.
    var recentUnits = RecentUnits()

    /// Gives back what a long sample took.
    mutating func trim() {
        payloads.trim()
    }

    /// A context for these rules, with the zones of this table.
    package init(rules: Rules, zones: ZoneTable) {
        self.rules = rules
        self.zones = zones
    }
}
