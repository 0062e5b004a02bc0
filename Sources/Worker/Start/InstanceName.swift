import Glibc
import Health

/// A name for a worker that follows from where its state lies: this boot of this machine, its host's name, and the folder.
///
/// A worker whose folder was lost takes the same name again and so the place of its own ghost in the group, which would
/// otherwise hold up every rebalance until its session has ended. Containers differ in host name or in the file system
/// around the folder, machines in their boot. The name is made once and kept: later moves change nothing.
enum InstanceName {
    /// The name, letters and digits; random where the system does not tell enough.
    static func of(_ path: String) -> String {
        String(hash(path) ?? UInt64.random(in: .min ... .max), radix: 36)
    }

    private static func hash(_ path: String) -> UInt64? {
        guard let boot = FileBytes.read("/proc/sys/kernel/random/boot_id", longest: 128), !boot.isEmpty,
            let folder = realPath(path)
        else { return nil }
        var around = stat()
        // The folder's own number changes when it is made again.
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
