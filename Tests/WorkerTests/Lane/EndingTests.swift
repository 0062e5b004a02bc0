import Kafka
import Observation
import Testing
import Vocabulary
import Worker

struct EndingTests {
    @Test(arguments: [true, false])
    func `a fenced lane tells whether it leaves a transaction open`(leavesOpen: Bool) throws {
        var ending = Ending()
        ending.error = KafkaError(.poll, .fencedInstance, isFatal: true)
        let options = WorkerOptions(bootstrapServers: "b:1", groupID: "g", instanceID: "i", rules: Rules())
        ending.fail(.consumer, ofLane: 2, options, leavesOpen: leavesOpen)
        guard case .fenced(let reason, leavesOpen: leavesOpen) = ending.status else {
            Issue.record("\(ending.status)")
            return
        }
        #expect(reason.hasPrefix("lane 2: the consumer cannot continue: poll failed with FENCED_INSTANCE_ID"))
        #expect(reason.contains("a transaction could be neither committed nor aborted") == leavesOpen)
    }

    @Test(arguments: [true, false])
    func `a lane that was fenced twice is final only if the group cannot show a rival`(isDynamic: Bool) {
        var ending = Ending()
        var options = WorkerOptions(bootstrapServers: "b:1", groupID: "g", instanceID: "i", rules: Rules())
        options.isDynamic = isDynamic
        ending.fail(.fencedTwice, ofLane: 2, options, leavesOpen: false)
        switch ending.status {
        case .fenced(let reason, leavesOpen: false): #expect(!isDynamic && reason.contains("instance id i in"))
        case .failed(let reason, isFinal: true):
            #expect(isDynamic && reason.code == .instanceIDTaken && reason.sentence.contains("instance id i in"))
        case .done, .fenced, .failed: Issue.record("\(ending.status)")
        }
    }

    @Test(arguments: [Failure.consumer, .refused(nil)])
    func `a client that cannot continue ends the lane with its error`(failure: Failure) {
        var ending = Ending()
        ending.error = KafkaError(.poll, .pollIntervalExceeded)
        let options = WorkerOptions(bootstrapServers: "b:1", groupID: "g", instanceID: "i", rules: Rules())
        ending.fail(failure, ofLane: 2, options, leavesOpen: false)
        guard case .failed(let reason, isFinal: false) = ending.status else {
            Issue.record("\(ending.status)")
            return
        }
        #expect(reason.code == .clientFailed && reason.sentence.contains("poll failed with"), "\(reason)")
    }
}
