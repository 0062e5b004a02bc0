import Glibc
import Vocabulary

/// Derives a worker's name from the boot id of the machine, the host name and the state directory.
///
/// A worker that has lost its state directory gets the same name again, and replaces its old member in the group.
/// Otherwise the old member would delay every rebalance until its session times out. Containers differ in host name or
/// parent folder, machines in boot id.
enum InstanceName {
    /// Returns a name of letters and digits, which is random if the system information is incomplete.
    static func of(_ path: String) -> String {
        String(hash(path) ?? UInt64.random(in: .min ... .max), radix: 36)
    }

    private static func hash(_ path: String) -> UInt64? {
        guard let boot = FileBytes.read("/proc/sys/kernel/random/boot_id", longest: 128), !boot.isEmpty,
            let folder = realPath(path)
        else { return nil }
        var around = stat()
        // Use the parent folder, because a recreated state directory has another inode.
        guard unsafe stat("\(path)/..", &around) == 0 else { return nil }
        var hash = ContentHash()
        hash.add(boot)
        hash.add(hostName)
        hash.add(folder)
        hash.add(UInt64(around.st_dev))
        hash.add(UInt64(around.st_ino))
        return hash.value
    }

    private static func realPath(_ path: String) -> [UInt8]? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe Array(String(cString: real).utf8)
    }

    private static var hostName: [UInt8] {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return [] }
        return name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    }
}
