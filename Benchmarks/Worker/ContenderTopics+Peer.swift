import Foundation

extension ContenderTopics {
    /// Starts another program that does the worker's job: the Java class `peer.App` from the jars of a folder.
    func startPeer(in folder: String) throws -> MeasuredProcess {
        let home = ProcessInfo.processInfo.environment["KAFKA_HOME"].map { ":\($0)/libs/*" } ?? ""
        let environment = [
            "BOOTSTRAP": servers, "PREFIX": prefix, "APPLICATION_ID": group, "THREADS": "1",
            "STATE_DIR": directory.path,
        ]
        let arguments = ["java", "-Xmx2g", "-XX:+UseG1GC", "-cp", "\(folder)/libs/*\(home)", "peer.App"]
        // `env` replaces itself with Java, so the measured process is Java.
        return try MeasuredProcess("/usr/bin/env", arguments, environment: environment, name: group)
    }
}
