import System

/// What commands ask of groups and topics, as the room's `Admin` does.
extension Admin {
    package func memberClientIDs(
        ofGroup group: String,
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [String] {
        try client.ask(.describeGroups, within: Int64(timeoutMilliseconds), group) { () throws(Refusal) in
            client.cluster.group(group).members.map(\.clientID)
        }
    }

    package func members(
        ofGroup group: String,
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [GroupMember] {
        try client.ask(.describeGroups, within: Int64(timeoutMilliseconds), group) { () throws(Refusal) in
            client.cluster.group(group).members.map { member in
                GroupMember(
                    clientID: member.clientID,
                    instanceID: member.instanceID,
                    host: "",
                    partitions: Array(member.assigned)
                )
            }
        }
    }

    package func deleteGroup(_ group: String, timeoutMilliseconds: Int32) throws(KafkaError) {
        try client.ask(.deleteGroup, within: Int64(timeoutMilliseconds), group) { () throws(Refusal) in
            guard client.cluster.group(group).members.isEmpty else { throw Refusal(code: .nonEmptyGroup) }
            client.cluster.groups[group] = nil
        }
    }

    package func deleteTopics(_ names: [String], timeoutMilliseconds: Int32) throws(KafkaError) {
        if names.isEmpty { return }
        try client.ask(.deleteTopics, within: Int64(timeoutMilliseconds), "\(names)") { () throws(Refusal) in
            for name in names where client.cluster.topics[name] != nil { client.cluster.delete(topic: name) }
        }
    }
}
