import Files
import Glibc
import Observation
import Operations
import Options
import Views
import Worker

/// `fork-worker doctor`: checks the environment of workers.
enum DoctorCommand {
    static func run(_ options: DoctorOptions, _ signals: StopSignals) -> Never {
        let observer = Observer(options.log)
        let cluster = Cluster(options.topics.cluster, observer: observer)
        var work = LongWork("looking", unit: "topics", observer: observer, signals: signals)
        let doctor = Doctor(
            cluster,
            description: TopicDescription(options.topics),
            partitions: Int32(clamping: options.topics.partitions),
            worker: Doctor.Worker(
                stateDirectory: options.stateDirectory,
                memoryBytes: options.memoryLimitBytes,
                uploadMaxBytes: options.topics.uploadMaxBytes,
                zoneFolder: ZoneFolder(environment: ProcessEnvironment.current).path
            )
        )
        do throws(OperationError) {
            guard let diagnoses = try doctor.run(&work) else {
                throw OperationError("interrupted before all checks were done: nothing is shown")
            }
            work.hide()
            var printer = LinePrinter()
            if options.isJSON {
                for diagnosis in diagnoses { printer.print { DoctorText.write(diagnosis, into: &$0) } }
            } else {
                for line in DoctorText.lines(diagnoses) { printer.print(Array(line.utf8)) }
            }
            printer.flush()
            if printer.isClosed { throw OperationError("standard output is closed") }
            let isFailure = diagnoses.contains { $0.verdict == .failed }
            ProcessEnvironment.leave(isFailure ? .failure : .done, after: observer)
        } catch {
            work.hide()
            ProcessEnvironment.leave(.failure, after: observer, saying: error.description)
        }
    }
}
