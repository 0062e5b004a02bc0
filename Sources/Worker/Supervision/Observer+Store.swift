package import Observation
package import Store

extension Observer {
    /// Reports the size of a database, and the space on its disk.
    package func measure(_ database: Database) {
        storeHolds(bytes: database.bytes, freeBytes: database.freeBytes, neededBytes: database.neededBytes)
    }
}
