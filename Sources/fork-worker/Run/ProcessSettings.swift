import Observation
import Operations
import Options
import Worker

/// The settings of a process with a state directory.
struct ProcessSettings {
    let options: Options
    /// The part of the memory limit that the worker must not use, and its name in the log.
    let reserved: (name: String, bytes: Int)?

    /// Logs the start with versions and options, and warns about memory and SCRAM.
    func sayStart(_ made: WorkerOptions?, _ observer: Observer) {
        observer.started(
            version: Version.current,
            library: (KafkaLibrary.version, KafkaLibrary.lacks),
            instanceID: made?.instanceID,
            memory: made.map { plan($0) } ?? [],
            settings: options.effective.map { ($0.name, $0.value) }
        )
        let memoryLimitBytes = options.process.memoryLimitBytes
        observer.memoryLimit(bytes: memoryLimitBytes)
        if let needed = made.map({ $0.leastMemoryBytes + (reserved?.bytes ?? 0) }), needed > memoryLimitBytes {
            observer.memoryLimitIsTooSmall(bytes: memoryLimitBytes, neededBytes: needed)
        }
        let memory = Doctor.memory(limitBytes: memoryLimitBytes)
        if memory.verdict == .failed {
            observer.memoryLimitIsBeyond(reason: "\(memory.about): \(memory.message)", advice: memory.advice ?? "")
        }
        let usesSCRAM = options.cluster.kafka.contains { property in
            property.name.hasPrefix("sasl.mechanism") && property.value.uppercased().contains("SCRAM")
        }
        if usesSCRAM, !KafkaLibrary.hasSCRAM { observer.scramMayFail(version: KafkaLibrary.version) }
    }

    /// Returns the parts of the memory in bytes.
    private func plan(_ made: WorkerOptions) -> [(name: String, value: Int)] {
        made.plannedMemory + (reserved.map { [("\($0.name)_bytes", $0.bytes)] } ?? [])
    }
}
