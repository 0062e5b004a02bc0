import Glibc
import Kafka
import System
import Vocabulary
package import Worker

/// Checks the environment of workers: brokers, librdkafka, certificates, clock, rights, topics and the machine.
///
/// The checks write nothing and join no group.
package struct Doctor {
    /// The options of a worker on this machine, without the options of its brokers.
    package struct Worker: Sendable {
        package let stateDirectory: String
        package let memoryBytes: Int
        package let uploadMaxBytes: Int
        /// The folder of the time zone files.
        package let zoneFolder: String

        package init(stateDirectory: String, memoryBytes: Int, uploadMaxBytes: Int, zoneFolder: String) {
            self.stateDirectory = stateDirectory
            self.memoryBytes = memoryBytes
            self.uploadMaxBytes = uploadMaxBytes
            self.zoneFolder = zoneFolder
        }
    }

    private static let longestFile = 16 << 20
    private static let askMilliseconds: Int32 = 5_000

    private let cluster: Cluster
    private let description: TopicDescription
    private let partitions: Int32
    private let worker: Worker

    /// Creates a doctor; `partitions` is the number of partitions that missing topics should have.
    package init(_ cluster: Cluster, description: TopicDescription, partitions: Int32, worker: Worker) {
        self.cluster = cluster
        self.description = description
        self.partitions = partitions
        self.worker = worker
    }

    /// Runs all checks, and returns the diagnoses in the order of the output.
    package func run() throws(OperationError) -> [Diagnosis] {
        cluster.progress.title = "asking brokers"
        let found = try BrokerProbe(cluster: cluster).run()
        try cluster.progress.checkCancellation()
        let now = Int64(time(nil))
        var diagnoses = BrokerAnswer.diagnoses(found.answers)
        let releases = found.answers.compactMap(\.release)
        diagnoses += LibraryCheck(.running, releases: releases, properties: cluster.properties).diagnoses
        diagnoses += certificates(atSeconds: now)
        for (address, certificate) in found.certificates {
            diagnoses += CertificateCheck.diagnoses(address, [certificate], atSeconds: now)
        }
        if found.view != nil { diagnoses += try remote(atSeconds: now) }
        return diagnoses + local()
    }

    /// Checks the certificates in the client properties, without the distribution's own bundle.
    private func certificates(atSeconds now: Int64) -> [Diagnosis] {
        cluster.properties.flatMap { name, value -> [Diagnosis] in
            switch name {
            case "ssl.ca.location" where value == "probe": return []
            case "ssl.ca.location", "ssl.certificate.location":
                var entry = stat()
                // A folder is not checked: OpenSSL reads only the certificates that it needs, by hashed file names.
                if unsafe stat(value, &entry) == 0, entry.st_mode & S_IFMT == S_IFDIR { return [] }
                let text = FileBytes.read(value, longest: Self.longestFile) ?? []
                return CertificateCheck.diagnoses(value, Certificate.all(inPEM: text), atSeconds: now)
            case "ssl.ca.pem", "ssl.certificate.pem":
                return CertificateCheck.diagnoses(name, Certificate.all(inPEM: Array(value.utf8)), atSeconds: now)
            default: return []
            }
        }
    }

    /// Runs the checks that need a cluster.
    private func remote(atSeconds now: Int64) throws(OperationError) -> [Diagnosis] {
        cluster.progress.title = "looking at topics"
        let survey = try TopicSurvey(description, partitions: partitions, in: cluster)
        let outcome = try survey.look()
        cluster.progress.title = "trying rights"
        let names = cluster.topics.withForms(among: outcome.found.map(\.name))
        let rights = Rights(topics: names, routing: cluster.routing, group: cluster.groupID)
        let probe = RightProbe(
            cluster: cluster,
            id: rights.doctorID,
            topics: outcome.found,
            hidden: outcome.inaccessible
        )
        let own = rights.run(createsTopics: false)
        var diagnoses = try clock(outcome.found, atSeconds: now) + probe.run(own).map(\.diagnosis)
        if outcome.found.contains(where: { $0.name == cluster.topics.webhookState }) {
            diagnoses += try dispatcher(rights, beside: own, probe)
        }
        try cluster.progress.checkCancellation()
        diagnoses += TopicCheckup.diagnoses(outcome.findings, inaccessible: outcome.inaccessible)
        return try diagnoses + state(outcome.found)
    }

    /// Compares the state and the committed offsets with the inputs, as a worker does before it serves a partition.
    private func state(_ topics: [FoundTopic]) throws(OperationError) -> [Diagnosis] {
        let names = cluster.topics
        let counts = [names.uploads, names.connections, names.state].map { name in
            topics.first { $0.name == name }?.partitions
        }
        // Other diagnoses report if topics are missing, or have different numbers of partitions.
        guard let count = counts[0], counts.allSatisfy({ $0 == count }) else { return [] }
        cluster.progress.title = "comparing state and inputs"
        let admin = try cluster.openAdmin()
        do throws(KafkaError) {
            let expected = ExpectedState(
                clusterID: try admin.clusterID(timeoutMilliseconds: Self.askMilliseconds),
                topicPrefix: names.prefix,
                partitions: count,
                groupID: cluster.groupID,
                isAdopting: false
            )
            let checkup = InputCheckup(
                names,
                expected,
                cluster.reader,
                Clocks(),
                milliseconds: Self.askMilliseconds
            )
            return StateDiagnosis.diagnoses(try checkup.refusals(admin), partitions: count, of: names.state)
        } catch {
            let message = "could not be compared with the inputs: \(error.reason)"
            return [Diagnosis(.state, names.state, .warning, message, advice: "Run doctor again.")]
        }
    }

    /// Tests the rights of a dispatcher, unless this user may not join the dispatchers' group.
    private func dispatcher(
        _ rights: Rights,
        beside own: [Right],
        _ probe: RightProbe
    ) throws(OperationError) -> [Diagnosis] {
        let further = rights.dispatch(createsTopics: false).filter { right in
            !own.contains { $0.operation == right.operation && $0.resource == right.resource && $0.name == right.name }
        }
        let group = try probe.run(further.filter { $0.resource == .group })
        if let refused = group.first(where: { $0.grant == .refused }) {
            return [
                Diagnosis(
                    .right,
                    refused.name,
                    .ok,
                    "this user may not join the group of dispatchers: their rights are not tested"
                )
            ]
        }
        return try (group + probe.run(further.filter { $0.resource != .group })).map(\.diagnosis)
    }

    private func clock(_ topics: [FoundTopic], atSeconds now: Int64) throws(OperationError) -> [Diagnosis] {
        guard let uploads = topics.first(where: { $0.name == cluster.topics.uploads }) else { return [] }
        let places = (0..<uploads.partitions).map { TopicPartition(uploads.name, $0) }
        let admin = try cluster.openAdmin()
        var beyond: Int?
        for (index, step) in ClockCheck.steps.enumerated() {
            let times = Dictionary(uniqueKeysWithValues: places.map { ($0, now * 1_000 + step.milliseconds) })
            do throws(KafkaError) {
                if try admin.offsets(forTimes: times, timeoutMilliseconds: Self.askMilliseconds).isEmpty { break }
            } catch {
                // Other diagnoses report this error.
                return []
            }
            beyond = index
        }
        return [ClockCheck.diagnosis(uploads.name, beyond: beyond)]
    }

    /// Runs the checks that need no broker.
    private func local() -> [Diagnosis] {
        let needed = MemoryPlan.neededDiskBytes(
            memoryBytes: worker.memoryBytes,
            uploadMaxBytes: worker.uploadMaxBytes
        )
        let read = FileBytes.zoneReader(directory: worker.zoneFolder)
        let table = ZoneTable(read: read)
        let known = ZoneFolder.usual.count { table.zone($0) != nil }
        let version = read("tzdata.zi").flatMap(MachineCheck.zoneRelease)
        return FolderCheck.diagnoses(FolderView(lookingAt: worker.stateDirectory), neededBytes: needed) + [
            Self.memory(limitBytes: worker.memoryBytes),
            MachineCheck.zones(worker.zoneFolder, found: known, of: ZoneFolder.usual.count, version: version),
        ]
    }

    /// Compares a memory limit with the memory of this container or machine.
    package static func memory(limitBytes: Int) -> Diagnosis {
        MachineCheck.memory(
            limitBytes: limitBytes,
            container: MachineCheck.containerBytes(MachineCheck.limitFiles(text("/proc/self/cgroup")).map(text)),
            machine: MachineCheck.machineBytes(text("/proc/meminfo"))
        )
    }

    private static func text(_ path: String) -> String {
        String(decoding: FileBytes.read(path, longest: 1 << 20) ?? [], as: UTF8.self)
    }
}

extension TopicNames {
    /// The names with only the forms that have a topic: other forms need no rights yet.
    fileprivate func withForms(among topics: [String]) -> TopicNames {
        let used = Set(topics.compactMap { form(of: $0) })
        return TopicNames(prefix: prefix, inputPrefix: inputPrefix, forms: forms.filter { used.contains($0.name) })
    }
}
