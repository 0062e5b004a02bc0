import Clients
import Foundation
import Kafka
import Synchronization
import Testing

/// Requests to a group's coordinator that end without an answer.
struct UnansweredGroupTests {
    enum Request: CaseIterable { case members, deletion }

    /// The embedded cluster answers no such request.
    @Test(.timeLimit(.minutes(5)), arguments: Request.allCases)
    func `an administrator that got no answer ends all the same`(request: Request) async throws {
        let (error, hasEnded) = try await onOwnThread {
            let cluster = try EmbeddedCluster()
            let servers = cluster.bootstrapServers
            let found = Mutex<KafkaError?>(nil)
            let end = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                let error = caught { () throws(KafkaError) in
                    let admin = try Admin(["bootstrap.servers": servers])
                    switch request {
                    case .members: _ = try admin.members(ofGroup: "group", timeoutMilliseconds: 1_000)
                    case .deletion: try admin.deleteGroup("group", timeoutMilliseconds: 1_000)
                    }
                }
                found.withLock { $0 = error }
                end.signal()
            }
            let hasEnded = end.wait(timeout: .now() + 60) == .success
            return (found.withLock { $0 }, hasEnded)
        }
        #expect(hasEnded)
        #expect(error?.kind == .passing, "\(String(describing: error))")
    }
}
