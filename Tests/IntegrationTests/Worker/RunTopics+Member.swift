import Foundation
import Kafka
import Testing
import Worker

/// A worker that starts, processes what is there, and stops.
extension RunTopics {
    /// One member, whatever the directory: the group waits for nobody.
    static let member = ["--group-instance-id", "same"]

    /// Lets a worker process uploads, and stops it.
    @discardableResult
    func processed(_ uploads: [RunUpload], _ arguments: [String] = [], number: Int = 0) throws -> RunProcess {
        let admin = try Admin(["bootstrap.servers": servers])
        if try admin.partitionCounts(of: [names.uploads], timeoutMilliseconds: 10_000).isEmpty {
            try create(partitions: 1)
        }
        try upload(uploads)
        let worker = worker(number, Self.member + arguments)
        try worker.startUntilReady()
        let isRead = try waitUntilRead()
        #expect(isRead, "\(worker.lines.suffix(5))")
        #expect(worker.stop() == 0)
        return worker
    }
}
