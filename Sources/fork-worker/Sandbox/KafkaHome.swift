import Glibc
import Worker

/// An Apache Kafka distribution on this machine, which can run one node.
struct KafkaHome {
    /// The memory options of Java, enough for tests.
    private static let memory = ["-Xms128m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
    /// The log text of a node that is ready.
    private static let greeting = "Kafka Server started"

    private let path: String
    private let java: String

    /// Checks that Kafka and Java are installed.
    ///
    /// - Throws: An error that names the missing part.
    init(_ path: String) throws(StartError) {
        let libraries = (try? PrivateFolder.names(in: "\(path)/libs")) ?? []
        guard libraries.contains(where: { $0.hasPrefix("kafka_2.") && $0.hasSuffix(".jar") }) else {
            throw StartError(
                "--kafka-home \(path): \(path)/libs contains no Kafka: name the folder of an Apache Kafka distribution, "
                    + "3.9 or 4.x, which contains libs/ (https://kafka.apache.org/downloads)",
                isUsage: true
            )
        }
        guard let java = Self.findJava() else {
            throw StartError(
                "--kafka-home needs Java 17 or newer, and there is no java in PATH or JAVA_HOME: apt-get install "
                    + "openjdk-17-jre-headless, or any newer one"
            )
        }
        self.path = path
        self.java = java
    }

    private static func findJava() -> String? {
        let environment = ProcessEnvironment.current
        let home = environment["JAVA_HOME"].map { ["\($0)/bin"] } ?? []
        let folders = home + (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return folders.lazy.map { "\($0)/java" }.first { unsafe access($0, X_OK) == 0 }
    }

    /// Returns the commands that format a node's data and run the node; its configuration must be in the folder.
    func commands(in folder: String) -> [[String]] {
        // Java expands the star itself. Kafka 3.9 logs with log4j, 4.x with log4j2; each ignores the other property.
        let kafka = [
            java, "-cp", "\(path)/libs/*", "-Dkafka.logs.dir=\(folder)",
            "-Dlog4j.configuration=file:\(folder)/log4j.properties",
            "-Dlog4j2.configurationFile=\(folder)/log4j2.properties",
        ]
        let settings = NodeSettings.path(in: folder)
        let identity = (0..<22).map { _ in
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".randomElement() ?? "A"
        }
        return [
            kafka + Self.memory + ["kafka.tools.StorageTool", "format", "-t", String(identity), "-c", settings],
            kafka + Self.memory + ["kafka.Kafka", settings],
        ]
    }

    /// Whether a node with this log is ready.
    static func serves(_ log: String) -> Bool { log.contains(greeting) }

    /// Returns the error for a node that has ended with this log.
    static func ending(_ log: String) -> StartError {
        if log.contains("UnsupportedClassVersionError") {
            return StartError(
                "this Java is too old for --kafka-home: Kafka needs Java 17 or newer, in PATH or JAVA_HOME"
            )
        }
        let last = log.split(separator: "\n").suffix(8).joined(separator: "\n  ")
        return StartError("the Apache Kafka of --kafka-home has exited; its last log lines were:\n  \(last)")
    }
}
