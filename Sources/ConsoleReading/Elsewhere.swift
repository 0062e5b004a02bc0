import JSON
import Worker

/// The worker that has a partition which is not here.
struct Elsewhere: Sendable {
    let partition: Int32
    let instance: String?
    let host: String?

    func write(into writer: inout Writer) {
        writer.object { writer in
            writer.member("partition", partition)
            if let instance { writer.member("instance", instance) }
            if let host { writer.member("host", host) }
        }
    }
}

extension ConnectionAPI {
    /// Returns who has a partition that is not here; nil if nobody has it.
    func elsewhere(_ partition: Int32) -> Elsewhere? {
        switch source.owner(partition) {
        case .nobody: nil
        case .unknown: Elsewhere(partition: partition, instance: nil, host: nil)
        case .member(let instance, let host): Elsewhere(partition: partition, instance: instance, host: host)
        }
    }
}
