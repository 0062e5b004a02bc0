import Testing
import Worker

/// When what a store has of a partition is deleted: when it has been elsewhere for a while, and not before.
struct StoreTenantsTests {
    private static let patience = StoreTenants.patienceMilliseconds

    @Test func `a partition that has moved away goes after a while, and within ten minutes`() {
        var tenants = StoreTenants(at: 0)
        tenants.claim([1, 2], lane: 0)
        #expect(tenants.departed([1, 2], at: 10 * Self.patience) == [])
        tenants.release([2], lane: 0, at: 1_000_000)
        #expect(tenants.departed([1, 2], at: 999_999 + Self.patience) == [])
        #expect(tenants.departed([1, 2], at: 1_000_000 + Self.patience) == [2])
        #expect(Self.patience < 600_000)
        // It comes back, and goes once more.
        tenants.claim([2], lane: 1)
        #expect(tenants.departed([1, 2], at: .max / 2) == [])
        tenants.release([2], lane: 1, at: 5_000_000)
        #expect(tenants.departed([2], at: 5_000_000 + Self.patience - 1) == [])
        #expect(tenants.departed([2], at: 5_000_000 + Self.patience) == [2])
    }

    @Test func `one that nobody has had since the start goes as well, and one that is not in the store does not`() {
        let tenants = StoreTenants(at: 100)
        #expect(tenants.departed([7], at: 99 + Self.patience) == [])
        #expect(tenants.departed([7], at: 100 + Self.patience) == [7])
        #expect(tenants.departed([], at: .max / 2) == [])
    }

    @Test func `what another lane of the process has taken is not released by the one before`() {
        var tenants = StoreTenants(at: 0)
        tenants.claim([3], lane: 0)
        tenants.claim([3], lane: 1)
        tenants.release([3], lane: 0, at: 10)
        #expect(!tenants.isVacant(3) && tenants.departed([3], at: .max / 2) == [])
        tenants.release(lane: 0, at: 10)
        #expect(!tenants.isVacant(3))
        tenants.release(lane: 1, at: 10)
        #expect(tenants.isVacant(3) && tenants.departed([3], at: 10 + Self.patience) == [3])
    }
}
