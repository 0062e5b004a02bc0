package import Observation

extension Component {
    /// Creates the component of a lane.
    ///
    /// `isMember` returns whether the group has a member with the lane's instance id; nil for a lane without instance
    /// id.
    package init(
        lane: Int,
        _ observer: Observer,
        _ readiness: Readiness,
        isMember: (() -> Bool?)?,
        start: @escaping (ComponentStatus) -> Void
    ) {
        self.init(name: "lane \(lane)", awaits: ComponentStanding.joining, start: start, isMember: isMember) { event in
            switch event {
            case .ended: readiness.laneIsGone(lane)
            case .failed(let reason, let pause): observer.laneFailed(lane: lane, reason: reason, pauseSeconds: pause)
            case .stillFailed(let reason, let seconds, let pause):
                observer.laneStillFailed(lane: lane, reason: reason, seconds: seconds, pauseSeconds: pause)
            case .fenced(let reason): observer.memberFenced(lane: lane, reason: reason)
            case .restarted: observer.laneStartedAgain(lane: lane)
            }
        }
    }
}

extension Component {
    /// Creates the component of a lane that belongs to a group.
    package init(lane: Int, _ context: LaneContext, start: @escaping (ComponentStatus) -> Void) {
        self.init(
            lane: lane,
            context.observer,
            context.readiness,
            isMember: context.membershipQuestion(lane: lane),
            start: start
        )
    }
}

extension Observer {
    /// Reports a partition whose state is restored.
    package func restored(lane: Int, _ restored: RestoreMailbox.Restored) {
        self.restored(
            lane: lane,
            partition: restored.partition,
            records: restored.records,
            bytes: restored.bytes,
            seconds: restored.seconds
        )
    }

    /// Reports failed partitions that still wait for a retry, have resumed, or have left the lane.
    package func note(lane: Int, _ events: [Failing.Event]) {
        for event in events {
            switch event {
            case .gone: partitionNoLongerLeftAlone()
            case .resumed(let partition):
                partitionNoLongerLeftAlone()
                partitionResumed(lane: lane, partition: partition)
            case .stillLeftAlone(let partitions, let reason, let seconds):
                partitionsStillLeftAlone(lane: lane, partitions, reason: reason, seconds: seconds)
            }
        }
    }
}

extension ComponentStanding {
    fileprivate static let joining = "has not joined the group yet"
    /// The largest number of partitions listed in one line.
    private static let shownPartitions = 20

    /// Creates the condition of a lane for the probes.
    ///
    /// `restoring` are the partitions whose state is being restored. `failing` are the partitions that have failed or
    /// have only just resumed.
    package init(hasJoined: Bool, restoring: [Int32] = [], failing: [Int32] = []) {
        self.init(awaits: hasJoined ? nil : Self.joining)
        if !restoring.isEmpty { unserved.append("is restoring the state of partitions \(Self.list(restoring))") }
        if !failing.isEmpty {
            unserved.append("has left alone, or has only just resumed, partitions \(Self.list(failing))")
        }
    }

    private static func list(_ partitions: [Int32]) -> String {
        let shown = partitions.sorted().prefix(shownPartitions).map { "\($0)" }.joined(separator: ", ")
        let more = partitions.count - shownPartitions
        return more > 0 ? "\(shown) and \(more) more" : shown
    }
}
