import Foundation
import Testing

/// The system gives a file that is opened the first free number: also that of standard error, where that was closed.
struct ClosedStreamTests {
    @Test(.timeLimit(.minutes(1)))
    func `a worker without a standard error writes its lines into no file of its own`() throws {
        let state = FileManager.default.temporaryDirectory.appending(path: "fork-closed-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: state) }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        // Nobody listens there: the worker asks again until it is stopped.
        process.arguments = [
            "-c", "exec \"$0\" run --bootstrap-servers 127.0.0.1:1 --state-directory \"$1\" 2>&-",
            Command.program.path, state.path,
        ]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let name = state.appending(path: "instance-id").path
        while process.isRunning, !FileManager.default.fileExists(atPath: name) { usleep(20_000) }
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try Data(contentsOf: state.appending(path: "lock")).isEmpty)
    }
}
