import CRocksDB
package import Vocabulary

/// All data of a database at one moment, for one reader beside the lanes.
///
/// The lanes go on writing meanwhile. Only one thread may use a snapshot. A reader should drop it soon, because the
/// database keeps replaced values as long as a snapshot needs them.
@safe package final class DatabaseSnapshot {
    private let database: Database
    private let snapshot: OpaquePointer?
    private let reading: OpaquePointer
    let budget: ReadBudget
    /// The first failed read; nil if none failed.
    ///
    /// A lane that meets the same failure ends; a reader only drops its answer.
    package private(set) var failure: StoreError?

    package init(_ database: Database, _ budget: ReadBudget) {
        self.database = database
        self.budget = budget
        unsafe snapshot = database.handle.snapshot()
        unsafe reading = rocksdb_readoptions_create()
        if let snapshot = unsafe snapshot { unsafe DatabaseHandle.choose(snapshot, in: reading) }
    }

    deinit {
        unsafe rocksdb_readoptions_destroy(reading)
        if let snapshot = unsafe snapshot { unsafe database.handle.release(snapshot) }
    }

    /// Returns the value of a key; nil if there is none, if the read failed, or if the budget is spent.
    func value(_ key: [UInt8]) -> [UInt8]? {
        if budget.isSpent { return nil }
        do throws(StoreError) {
            let value = unsafe try database.handle.value(key, reading)
            budget.use(value?.count ?? 0)
            return value
        } catch {
            failure = failure ?? error
            return nil
        }
    }

    /// Calls `body` for the first entries of a key range, ascending, until the budget is spent.
    func entries(
        from: [UInt8],
        upTo: [UInt8],
        ofManyConnections isWhole: Bool = false,
        atMost limit: Int,
        _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void
    ) {
        if budget.isSpent { return }
        do throws(StoreError) {
            unsafe try database.handle.entries(
                from: from,
                upTo: upTo,
                ofManyConnections: isWhole,
                atMost: limit,
                at: snapshot,
                unless: { budget.isSpent }
            ) { key, value in
                budget.use(value.count)
                if !budget.isSpent { unsafe body(key, value) }
            }
        } catch {
            failure = failure ?? error
        }
    }
}
