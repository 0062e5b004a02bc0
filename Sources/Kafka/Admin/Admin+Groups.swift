import CRDKafka

extension Admin {
    /// Returns the client ids of a group's members; empty if there is no such group.
    ///
    /// Dead members are included until their sessions time out.
    package func memberClientIDs(
        ofGroup group: String,
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [String] {
        try members(ofGroup: group, timeoutMilliseconds: timeoutMilliseconds).map(\.clientID)
    }

    /// Returns the members of a group with their partitions; empty if there is no such group.
    ///
    /// Dead members are included until their sessions time out.
    package func members(
        ofGroup group: String,
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [GroupMember] {
        try client.askingCoordinator { () throws(KafkaError) in
            try describe(group, timeoutMilliseconds: timeoutMilliseconds)
        }
    }

    private func describe(_ group: String, timeoutMilliseconds: Int32) throws(KafkaError) -> [GroupMember] {
        let request = try AdminRequest(.describeGroups, of: client, timeoutMilliseconds: timeoutMilliseconds)
        unsafe group.withCString { name in
            var names: UnsafePointer<CChar>? = unsafe name
            unsafe rd_kafka_DescribeConsumerGroups(client.pointer, &names, 1, request.options, request.queue)
        }
        let answer = try request.answer()
        var count = 0
        guard let result = unsafe rd_kafka_event_DescribeConsumerGroups_result(answer.pointer),
            let groups = unsafe rd_kafka_DescribeConsumerGroups_result_groups(result, &count)
        else { return [] }
        var members: [GroupMember] = []
        for index in 0..<count {
            guard let described = unsafe groups[index] else { continue }
            if let error = unsafe rd_kafka_ConsumerGroupDescription_error(described) {
                let code = ErrorCode(unsafe rd_kafka_error_code(error))
                guard code == .none else { throw KafkaError(.describeGroups, code, subject: group) }
            }
            for member in unsafe 0..<rd_kafka_ConsumerGroupDescription_member_count(described) {
                let known = unsafe rd_kafka_ConsumerGroupDescription_member(described, member)
                guard let name = unsafe rd_kafka_MemberDescription_client_id(known) else { continue }
                let instance = unsafe rd_kafka_MemberDescription_group_instance_id(known)
                let host = unsafe rd_kafka_MemberDescription_host(known)
                let owned = unsafe rd_kafka_MemberAssignment_partitions(rd_kafka_MemberDescription_assignment(known))
                members.append(
                    GroupMember(
                        clientID: unsafe String(cString: name),
                        instanceID: unsafe instance.map { unsafe String(cString: $0) },
                        host: unsafe host.map { unsafe String(cString: $0) } ?? "",
                        partitions: unsafe PartitionList.partitions(UnsafeMutablePointer(mutating: owned))
                    )
                )
            }
        }
        return members
    }
}
