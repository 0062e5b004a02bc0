import Glibc
import Options
import Worker

/// The configuration of a Kafka node that starts fast and stays small.
struct NodeSettings {
    /// The address that the broker gives to clients.
    let advertised: String
    private let listen: String
    private let controllerPort: UInt16

    /// Creates a configuration for this address, with free ports.
    init(_ address: HTTPAddress) throws(StartError) {
        guard let free = Self.freePort(), let controllerPort = Self.freePort(), free != controllerPort else {
            throw StartError("no free port was found on 127.0.0.1: try again")
        }
        let listen = HTTPAddress(host: address.host, port: address.port == 0 ? free : address.port)
        self.listen = listen.description
        // Kafka refuses to advertise 0.0.0.0.
        advertised = listen.host == "0.0.0.0" ? "127.0.0.1:\(listen.port)" : listen.description
        self.controllerPort = controllerPort
    }

    static func path(in folder: String) -> String { "\(folder)/server.properties" }

    /// Writes the configuration files of the node.
    func write(to folder: String) throws(StartError) {
        let files = [
            (Self.path(in: folder), properties(folder)), ("\(folder)/log4j.properties", Self.log4j),
            ("\(folder)/log4j2.properties", Self.log4j2),
        ]
        for (path, text) in files where !Self.write(text, to: path) {
            throw StartError("\(path) cannot be written: is there room on the disk?")
        }
    }

    private func properties(_ folder: String) -> String {
        """
        process.roles=broker,controller
        node.id=1
        controller.quorum.voters=1@127.0.0.1:\(controllerPort)
        listeners=PLAINTEXT://\(listen),CONTROLLER://127.0.0.1:\(controllerPort)
        advertised.listeners=PLAINTEXT://\(advertised)
        listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT
        controller.listener.names=CONTROLLER
        inter.broker.listener.name=PLAINTEXT
        log.dirs=\(folder)/data
        auto.create.topics.enable=false
        offsets.topic.replication.factor=1
        offsets.topic.num.partitions=4
        transaction.state.log.replication.factor=1
        transaction.state.log.min.isr=1
        transaction.state.log.num.partitions=4
        group.initial.rebalance.delay.ms=0
        log.cleaner.dedupe.buffer.size=4194304

        """
    }

    /// Logs warnings, and the line that shows that the node is ready.
    private static let log4j = """
        log4j.rootLogger=WARN, out
        log4j.logger.kafka.server.KafkaRaftServer=INFO
        log4j.appender.out=org.apache.log4j.ConsoleAppender
        log4j.appender.out.layout=org.apache.log4j.PatternLayout
        log4j.appender.out.layout.ConversionPattern=[%d] %p %m (%c)%n

        """
    private static let log4j2 = """
        appender.out.type=Console
        appender.out.name=out
        appender.out.layout.type=PatternLayout
        appender.out.layout.pattern=[%d] %p %m (%c)%n
        logger.server.name=kafka.server.KafkaRaftServer
        logger.server.level=INFO
        rootLogger.level=WARN
        rootLogger.appenderRef.out.ref=out

        """

    private static func write(_ text: String, to path: String) -> Bool {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        return unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count
    }

    /// Returns a free port below the range of ephemeral ports; nil if none is found.
    private static func freePort() -> UInt16? {
        for _ in 0..<100 {
            let port = UInt16.random(in: 10_000..<30_000)
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            guard listener >= 0 else { return nil }
            defer { close(listener) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(port).bigEndian
            address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isFree = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe bind(listener, $0, size) == 0
                }
            }
            if isFree { return port }
        }
        return nil
    }
}
