import Synchronization
import System

/// Events and figures of the console.
extension Observer {
    /// Reports an answer with data of a connection; `path` is as it came, without query.
    ///
    /// `tokenMark` has the first 8 hexadecimal digits of the SHA-256 of the caller's token, or is nil without a token.
    package func consoleRead(status: Int, path: String, tokenMark: String?) {
        log(.info, "console_read", "data of connections was read in the console") { line in
            line.number("status", status)
            line.text("path", path)
            if let tokenMark { line.text("token_sha256", tokenMark) }
        }
    }

    /// Reports the number of tokens that the console has refused in the last minute.
    package func consoleRefused(tokens: Int) {
        log(.warning, "console_refused", "the console has refused tokens") { line in line.number("tokens", tokens) }
    }

    /// Warns that the console accepts no token until its file is corrected; `reason` has nothing of the file.
    package func consoleTokensWrong(reason: String) {
        log(.error, "console_tokens_wrong", "the console accepts no token until its token file is corrected") { line in
            line.text("reason", reason)
        }
    }

    /// Reports that the token file of the console was changed and read again.
    package func consoleTokensRead(tokens: Int) {
        log(.info, "console_tokens_read", "the console has read its changed token file") { line in
            line.number("tokens", tokens)
        }
    }

    /// Counts documents that the console found to differ from what was published, although nothing is pending.
    package func consoleDiffers(_ documents: Int) { metrics.process.consoleDiffers.add(documents) }

    /// Begins to keep refusals and figures for the console.
    package func beginConsole() -> (refusals: RefusalRing, history: WorkerHistory) {
        let made = (refusals: RefusalRing(), history: WorkerHistory())
        console.withLock { $0 = made }
        return made
    }

    /// Adds an entry to the history if 5 s have passed; to be called a few times a second.
    package func consoleTurn() {
        guard let history = console.withLock({ $0?.history }) else { return }
        let wall = clocks.wallMilliseconds()
        history.turn(
            .now,
            metrics.inputs.backlogs.current(unixMilliseconds: wall),
            at: clocks.steadyMilliseconds(),
            wall: wall
        )
    }

    /// Keeps the figures and refusals of a commit, if there is a console.
    func keep(_ report: CommitReport) {
        guard let console = console.withLock({ $0 }) else { return }
        console.history.add(report)
        if !report.letters.isEmpty {
            console.refusals.add(report.letters, atMilliseconds: clocks.wallMilliseconds())
        }
    }

    /// The counters and the memory at this moment.
    package var totals: WorkerTotals {
        let (commits, process) = (metrics.commits, metrics.process)
        return WorkerTotals(
            uploads: commits.uploads.value,
            samplesIn: commits.samplesIn.value,
            commits: commits.committed.value,
            aborts: commits.aborted.value,
            fences: commits.fences.value,
            jobs: commits.jobs.value,
            samples: commits.samples.counts,
            refusals: commits.refusals.counts,
            documents: commits.documents.counts,
            residentBytes: ProcessFigures.now.residentBytes,
            limitBytes: process.memoryLimit.value,
            storeBytes: process.storeBytes.value,
            storeFreeBytes: process.storeFreeBytes.value
        )
    }

    /// The last known lag of each input partition, ordered by topic and partition.
    package var backlogs: [PartitionBacklog] { metrics.inputs.backlogs.all }
}

extension LabelledCounter {
    /// The counts by label.
    fileprivate var counts: [String: Int] { Dictionary(uniqueKeysWithValues: cells.map { ($0.value, $0.cell.value) }) }
}
