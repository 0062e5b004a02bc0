import Operations
import Options
import Views
import Vocabulary
import Worker

/// `fork-worker doctor`: checks the environment of workers.
enum DoctorCommand {
    static func run(_ options: Options, _ signals: StopSignals) -> Never {
        let interruption = "interrupted before all checks were done: nothing is shown"
        Command.run(options, signals, unit: "topics", interruption: interruption) {
            command throws(OperationError) in
            let doctor = Doctor(
                command.cluster,
                description: TopicDescription(options),
                partitions: Int32(clamping: options.process.partitions),
                worker: Doctor.Worker(
                    stateDirectory: options.process.stateDirectory,
                    memoryBytes: options.process.memoryLimitBytes,
                    uploadMaxBytes: options.rules.uploadMaxBytes,
                    zoneFolder: ZoneFolder(environment: ProcessEnvironment.current).path
                )
            )
            let diagnoses = try doctor.run()
            command.print(diagnoses, asJSON: options.isJSON, DoctorText.write, DoctorText.lines)
            return Command.Ending(status: diagnoses.contains { $0.verdict == .failed } ? .failure : .done)
        }
    }
}
