import Foundation

extension ContenderTopics {
    /// Starts another program that does the worker's job, on Java: `peer.App` of a folder's jars.
    func startPeer(in folder: String) throws -> MeasuredProcess {
        let home = ProcessInfo.processInfo.environment["KAFKA_HOME"].map { ":\($0)/libs/*" } ?? ""
        let environment = [
            "BOOTSTRAP": servers, "PREFIX": prefix, "APPLICATION_ID": group, "THREADS": "1",
            "STATE_DIR": directory.path,
        ]
        let arguments = ["java", "-Xmx2g", "-XX:+UseG1GC", "-cp", "\(folder)/libs/*\(home)", "peer.App"]
        // It becomes the program that it is told.
        return try MeasuredProcess("/usr/bin/env", arguments, environment: environment, name: group)
    }
}
