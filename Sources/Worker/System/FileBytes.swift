import Glibc

/// Functions that read small files completely.
package enum FileBytes {
    /// Returns the content of a file, or nil if it cannot be read or is longer than the bound.
    package static func read(_ path: String, longest: Int) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0, bytes.count + count <= longest else { return nil }
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer[..<count])
        }
    }

    /// Returns a function that reads time zone files by name, from this folder or the system's zoneinfo folder.
    package static func zoneReader(directory: String?) -> @Sendable (String) -> [UInt8]? {
        let folder = directory ?? "/usr/share/zoneinfo"
        return { name in read("\(folder)/\(name)", longest: 8 << 20) }
    }
}
