/// The reason why a partition or a lane fails, or why the process ends.
package struct Reason: Hashable, Sendable, CustomStringConvertible {
    /// The kind of reason, as log lines and `docs/operations.md` name it.
    package enum Code: String, CaseIterable, Sendable {
        // The state belongs to another cluster, prefix, partition or version.
        case stateOfOtherCluster = "state_of_other_cluster"
        case stateOfOtherPrefix = "state_of_other_prefix"
        case stateOfOtherPartition = "state_of_other_partition"
        case stateWithoutIdentity = "state_without_identity"
        case partitionCountChanged = "partition_count_changed"
        case newerDerivation = "newer_derivation"
        // State, inputs and committed offsets do not match.
        case inputTruncated = "input_truncated"
        case inputRecreated = "input_recreated"
        case offsetsReset = "offsets_reset"
        case stateMissing = "state_missing"
        case stateTruncated = "state_truncated"
        case stateReplaced = "state_replaced"
        // Something cannot be read or written.
        case stateUnreadable = "state_unreadable"
        case restoreFailed = "restore_failed"
        case inputUnreadable = "input_unreadable"
        case outputRefused = "output_refused"
        case storeFailed = "store_failed"
        case diskFull = "disk_full"
        // Invariants, by the names of `BrokenInvariant`.
        case accountingUnbalanced = "accounting_unbalanced"
        case stateKeyRepeated = "state_key_repeated"
        case stateKeysOutOfOrder = "state_keys_out_of_order"
        case documentRepeated = "document_repeated"
        // A lane or the process cannot continue.
        case clientFailed = "client_failed"
        case transactionUnfinished = "transaction_unfinished"
        case instanceIDTaken = "instance_id_taken"
        case laneStuck = "lane_stuck"
        case noThreads = "no_threads"
        // The process cannot start.
        case optionInvalid = "option_invalid"
        case directoryUnusable = "directory_unusable"
        case directoryInUse = "directory_in_use"
        case timeZonesMissing = "time_zones_missing"
        case addressUnusable = "address_unusable"
        case topicMissing = "topic_missing"
        case topicUnsuitable = "topic_unsuitable"
        case brokerRefused = "broker_refused"
        case replayRefused = "replay_refused"
    }

    package let code: Code
    /// A sentence for the operator: what failed, why, and what to do.
    package let sentence: String

    package init(_ code: Code, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }

    package var description: String { sentence }

    /// Returns the same reason with words before its sentence.
    package func after(_ words: String) -> Reason { Reason(code, words + sentence) }
}
