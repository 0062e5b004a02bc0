import Observation
import Operations
import Options
import Worker

/// The settings of a process with a state directory, whatever it does.
struct ProcessSettings {
    let log: LogOptions
    let stateDirectory: String
    /// The name in the group; nil for the name in the state directory.
    let groupInstanceID: String?
    let httpAddress: HTTPAddress?
    let memoryLimitBytes: Int
    /// The part of the memory that is not the worker's, and its name in the log.
    let reserved: (name: String, bytes: Int)?
    let kafka: [KafkaProperty]
    let effective: [EffectiveOption]

    init(_ options: RunOptions) {
        log = options.log
        stateDirectory = options.stateDirectory
        groupInstanceID = options.groupInstanceID
        httpAddress = options.httpAddress
        memoryLimitBytes = options.memoryLimitBytes
        reserved = nil
        kafka = options.kafka
        effective = options.effective
    }

    /// Creates the settings of a dispatcher, with the memory for its jobs.
    init(_ options: DispatchOptions, jobsBytes: Int) {
        log = options.log
        stateDirectory = options.membership.stateDirectory
        groupInstanceID = options.membership.groupInstanceID
        httpAddress = options.httpAddress
        memoryLimitBytes = options.memoryLimitBytes
        reserved = ("jobs", jobsBytes)
        kafka = options.cluster.kafka
        effective = options.effective
    }

    /// Logs the start with versions and options, and warns about memory and SCRAM.
    func sayStart(_ made: WorkerOptions?, _ observer: Observer) {
        observer.started(
            version: Version.current,
            library: (KafkaLibrary.version, KafkaLibrary.lacks),
            instanceID: made?.instanceID,
            memory: made.map { plan($0) } ?? [],
            settings: effective.map { ($0.name, $0.value) }
        )
        observer.memoryLimit(bytes: memoryLimitBytes)
        if let needed = made.map({ $0.leastMemoryBytes + (reserved?.bytes ?? 0) }), needed > memoryLimitBytes {
            observer.memoryLimitIsTooSmall(bytes: memoryLimitBytes, neededBytes: needed)
        }
        let memory = Doctor.memory(limitBytes: memoryLimitBytes)
        if memory.verdict == .failed {
            observer.memoryLimitIsBeyond(reason: "\(memory.about): \(memory.message)", advice: memory.advice ?? "")
        }
        let usesSCRAM = kafka.contains { property in
            property.name.hasPrefix("sasl.mechanism") && property.value.uppercased().contains("SCRAM")
        }
        if usesSCRAM, !KafkaLibrary.hasSCRAM { observer.scramMayFail(version: KafkaLibrary.version) }
    }

    /// Returns the parts of the memory in bytes.
    private func plan(_ made: WorkerOptions) -> [(name: String, value: Int)] {
        made.plannedMemory + (reserved.map { [("\($0.name)_bytes", $0.bytes)] } ?? [])
    }
}
