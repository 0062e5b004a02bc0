/// How much room the store's disk has left: always enough.
package struct DiskSpace: Sendable {
    package let freeBytes: @Sendable (String) -> Int?

    package init(freeBytes: (@Sendable (String) -> Int?)? = nil) { self.freeBytes = freeBytes ?? { _ in nil } }

    func require(_ bytes: Int, at path: String) throws(StoreError) {}
}
