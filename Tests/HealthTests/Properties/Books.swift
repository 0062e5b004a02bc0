import Vocabulary

/// What becomes of every sample, upload by upload, by plain bookkeeping.
struct Books {
    /// The samples that are held, by key.
    private(set) var set: [String: PlainSample] = [:]
    /// How many were held and then deleted.
    private(set) var removed = 0
    private var deleted: Set<String> = []

    /// Forgets samples, as retention does.
    mutating func drop(where isGone: (PlainSample) -> Bool) { set = set.filter { !isGone($0.value) } }

    /// Enters what is taken of an upload whose other samples are refused.
    mutating func enter(
        _ upload: PlainUpload,
        taking taken: PlainUpload,
        refusing code: RefusalCode
    ) -> Accounting {
        let refused = upload.samples.count - taken.samples.count
        var account = enter(taken)
        account.samplesIn += refused
        account.refused = refused
        if refused > 0 { account.refusals = [code: refused] }
        return account
    }

    /// Enters an upload, deletions first, and says what its account must be.
    mutating func enter(_ upload: PlainUpload) -> Accounting {
        var account = Accounting()
        account.uploads = 1
        account.samplesIn = upload.samples.count
        account.deletions = upload.deletions.count
        deleted.formUnion(upload.deletions)
        for (key, sample) in set where deleted.contains(sample.id) {
            set[key] = nil
            removed += 1
        }
        for sample in upload.samples {
            if deleted.contains(sample.id) {
                account.deletedBeforeArrival += 1
            } else if let held = set[sample.key] {
                if sample.counts(before: held) {
                    account.replaced += 1
                    set[sample.key] = sample
                } else {
                    account.duplicates += 1
                }
            } else {
                account.new += 1
                set[sample.key] = sample
            }
        }
        return account
    }
}
