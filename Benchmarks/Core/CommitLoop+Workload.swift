import Health
import Store
import Vocabulary
import Worker

extension CommitLoop {
    /// Creates a loop with the default rules and the time zones of this machine.
    init(over state: State) {
        let zones = ZoneTable(read: FileBytes.zoneReader(directory: nil))
        self.init(Processor(rules: Rules(), zones: zones), over: state)
    }

    /// Adds an upload or settings as the next record of its topic.
    mutating func add(_ upload: Workload.Upload) {
        add(
            upload.isSettings ? .connections : .uploads,
            key: upload.connection,
            value: upload.bytes,
            timestampMilliseconds: upload.timestampMilliseconds
        )
    }
}
