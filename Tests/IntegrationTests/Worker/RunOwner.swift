import Clients
import Foundation
import Kafka
import Testing
import Worker

/// One record as its bytes.
struct RawRecord: Sendable {
    let key: [UInt8]
    let value: [UInt8]?
}

extension RunTopics {
    /// One upload of so many steps on a day of April 2024; equal arguments make the same sample.
    func steps(_ count: Int, day: Int = 16, connection: String = "conn-0") -> RunUpload {
        let id = "00000000-0000-4000-8000-\(100_000_000_000 + day * 1_000_000 + count)"
        return RunUpload(
            connection: connection,
            body: #"{"upload_id":"\#(UUID().uuidString)","connection_id":"\#(connection)","#
                + #""collected_at":"2024-05-01T08:00:00Z","samples":[{"id":"\#(id)","value":\#(count),"#
                + #""type":"HKQuantityTypeIdentifierStepCount","unit":"count","#
                + #""start_date":"2024-04-\#(day)T10:00:00Z","end_date":"2024-04-\#(day)T10:10:00Z"}]}"#
        )
    }

    /// The day's total in the last version of its document; nil where there is none.
    func total(day: Int = 16, connection: String = "conn-0") throws -> Double? {
        let last = try read("\(prefix)connection.\(connection)").last { $0.key == "steps/2024-04-\(day)" }
        guard let text = last?.value,
            let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
            let items = document["data"] as? [[String: Any]],
            let quantities = (items.first?["data"] as? [String: Any])?.values.first as? [[String: Any]],
            let value = quantities.first?["value"] as? [String: Any]
        else { return nil }
        return value["quantity"] as? Double
    }

    /// Every committed record of one partition, byte for byte.
    func rawRecords(of topic: String, partition: Int32 = 0) throws -> [RawRecord] {
        let place = TopicPartition(topic, partition)
        try waitUntilSettled([place], servers)
        let reader = try Consumer([
            "bootstrap.servers": servers, "group.id": "raw-\(prefix)", "enable.partition.eof": "true",
        ])
        try reader.assign([Assignment(place, from: .beginning)])
        var records: [RawRecord] = []
        while true {
            let message = try reader.message()
            if message.isEndOfPartition { return records }
            records.append(RawRecord(key: [UInt8](message.key) ?? [], value: [UInt8](message.value)))
        }
    }

    /// Opens a transaction that holds offsets of uploads, as an owner does that then stalls.
    func stalledOwner(offsets: [Int32: Int64]) throws -> Producer {
        let owner = try Producer([
            "bootstrap.servers": servers, "transactional.id": "owner-\(prefix)", "transaction.timeout.ms": "600000",
        ])
        try owner.initTransactions(timeoutMilliseconds: 60_000)
        try owner.warmUp([names.state], timeoutMilliseconds: 60_000)
        try owner.beginTransaction()
        let member = try Consumer(["bootstrap.servers": servers, "group.id": group])
        var consumed: [TopicPartition: Int64] = [:]
        for (partition, offset) in offsets { consumed[TopicPartition(names.uploads, partition)] = offset }
        try retrying { () throws(KafkaError) in
            try owner.sendOffsets(consumed, group: member.groupMetadata(), timeoutMilliseconds: 10_000)
        }
        return owner
    }
}
