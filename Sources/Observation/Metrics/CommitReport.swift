/// What one committed transaction held, as the contract counts it.
package struct CommitReport: Sendable, Equatable {
    /// Uploads read, refused ones too.
    package var uploads = 0
    package var uploadsRefused = 0
    /// Samples in uploads: new + duplicates + replaced + deleted before arrival + refused.
    package var samplesIn = 0
    /// Samples that the state did not have.
    package var new = 0
    /// Copies that lost against the one that is held, or equal it.
    package var duplicates = 0
    /// Copies that took the place of the one that was held.
    package var replaced = 0
    /// Samples whose id was deleted before they came.
    package var deletedBeforeArrival = 0
    /// Samples refused, alone or with their upload.
    package var refused = 0
    package var deletions = 0
    /// Deletions refused, alone or with their upload.
    package var deletionsRefused = 0
    /// Dead letters by code, as in the header `fork-error-code`.
    package var refusals: [String: Int] = [:]
    /// Where the first refusal of each code stood.
    package var firstRefused: [String: RefusedPlace] = [:]
    /// How long the uploads were under way.
    package var latency = Latency()
    /// Documents written, their parts counted one by one.
    package var upserts = 0
    package var deletes = 0
    package var jobs = 0
    /// Records of the changelog written.
    package var stateRecords = 0
    /// Time from the end of reading to the end of the commit.
    package var seconds = 0.0

    package init() {}
}

/// Where something refused stood.
package struct RefusedPlace: Sendable, Equatable {
    package let topic: String
    /// Its partition, as in the dead letter's header.
    package let partition: Int
    package let offset: Int

    /// A place in an input topic.
    package init(topic: String, partition: Int, offset: Int) {
        self.topic = topic
        self.partition = partition
        self.offset = offset
    }
}
