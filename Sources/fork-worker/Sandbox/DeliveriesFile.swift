import Files
import JSON
import Operations
import Synchronization
import Views
import Worker

/// The file that gets a line of JSON for each delivery.
final class DeliveriesFile: Sendable {
    private let file: Mutex<OutputFile>

    init(_ path: String) throws(StartError) {
        do throws(FileFailure) {
            file = Mutex(try OutputFile(path))
        } catch {
            throw StartError("the file of deliveries: \(error)")
        }
    }

    /// Appends a delivery, and returns whether all was written.
    func append(_ echoed: EchoedDelivery) -> Bool {
        var writer = Writer()
        EchoText.write(echoed, into: &writer)
        writer.raw("\n")
        return file.withLock { file in
            do throws(FileFailure) {
                try file.write(&writer)
                return true
            } catch {
                return false
            }
        }
    }
}
