/// What stands for the system's threads in a worker that is simulated: threads of its process.
package struct SystemThread: ~Copyable {
    package init?(stackBytes: Int? = nil, _ body: @escaping @Sendable () -> Void) {
        if let process = World.current.process, process.getsNoThread {
            process.getsNoThread = false
            return nil
        }
        World.current.start("thread", of: nil, body)
    }

    package consuming func detach() {}
}
