/// The counts of one committed transaction, as the contract defines them.
package struct CommitReport: Sendable, Equatable {
    /// The uploads read, including refused ones.
    package var uploads = 0
    package var uploadsRefused = 0
    /// The samples in uploads: new + duplicates + replaced + deleted before arrival + refused.
    package var samplesIn = 0
    /// The samples that the state did not contain.
    package var new = 0
    /// The copies that were equal to, or lost against, the copy in the state.
    package var duplicates = 0
    /// The copies that replaced the copy in the state.
    package var replaced = 0
    /// The samples whose id was deleted before they arrived.
    package var deletedBeforeArrival = 0
    /// The samples refused, alone or with their upload.
    package var refused = 0
    package var deletions = 0
    /// The deletions refused, alone or with their upload.
    package var deletionsRefused = 0
    /// The dead letters by error code, as in the header `fork-error-code`.
    package var refusals: [String: Int] = [:]
    /// The position of the first refusal of each error code.
    package var firstRefused: [String: Place] = [:]
    /// The latencies of the uploads.
    package var latency = Latency()
    /// The document records written, counting each part of a split document.
    package var upserts = 0
    package var deletes = 0
    package var jobs = 0
    /// The changelog records written.
    package var stateRecords = 0
    /// The time from the end of reading to the end of the commit.
    package var seconds = 0.0

    package init() {}

    /// The position of a refused record.
    package struct Place: Sendable, Equatable {
        package let topic: String
        /// The partition, as in the header of the dead letter.
        package let partition: Int
        package let offset: Int

        /// Creates a position in an input topic.
        package init(topic: String, partition: Int, offset: Int) {
            self.topic = topic
            self.partition = partition
            self.offset = offset
        }
    }
}
