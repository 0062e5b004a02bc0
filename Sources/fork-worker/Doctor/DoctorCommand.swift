import Operations
import Options
import Views
import Worker

/// `fork-worker doctor`: checks the environment of workers.
enum DoctorCommand {
    static func run(_ options: DoctorOptions, _ signals: StopSignals) -> Never {
        let interruption = "interrupted before all checks were done: nothing is shown"
        Command.run(options.log, options.topics.cluster, signals, unit: "topics", interruption: interruption) {
            command throws(OperationError) in
            let doctor = Doctor(
                command.cluster,
                description: TopicDescription(options.topics),
                partitions: Int32(clamping: options.topics.partitions),
                worker: Doctor.Worker(
                    stateDirectory: options.stateDirectory,
                    memoryBytes: options.memoryLimitBytes,
                    uploadMaxBytes: options.topics.uploadMaxBytes,
                    zoneFolder: ZoneFolder(environment: ProcessEnvironment.current).path
                )
            )
            let diagnoses = try doctor.run()
            command.print(diagnoses, asJSON: options.isJSON, DoctorText.write, DoctorText.lines)
            return Command.Ending(status: diagnoses.contains { $0.verdict == .failed } ? .failure : .done)
        }
    }
}
