import Foundation
import Readers

/// `fuzz --reader=NAME …` with libFuzzer's own arguments: scripts/fuzz says how.
///
/// libFuzzer passes over what begins with two dashes, and hands it to the processes that it starts.
@main struct Driver {
    /// Set once, before the fuzzer begins.
    nonisolated(unsafe) static var reader = Reader.upload

    static func main() {
        let option = "--reader="
        let name = CommandLine.arguments.first { $0.hasPrefix(option) }?.dropFirst(option.count)
        guard let reader = name.flatMap({ Reader(rawValue: String($0)) }) else {
            print("fuzz --reader=NAME …; readers: \(Reader.allCases.map(\.rawValue).joined(separator: " "))")
            exit(64)
        }
        unsafe Self.reader = reader
        Memory.watch()
        var count = CommandLine.argc
        var arguments = unsafe CommandLine.unsafeArgv
        let status = unsafe run(&count, &arguments) { bytes, count in
            let input = unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
            guard let fault = unsafe Driver.fault(in: input, of: Driver.reader) else { return 0 }
            FileHandle.standardError.write(Data("fault: \(fault)\n".utf8))
            abort()
        }
        exit(status)
    }

    /// What does not hold, or costs too much each time.
    private static func fault(in input: [UInt8], of reader: Reader) -> String? {
        let long = reader == .growth ? Growth.expanded(input) : (reader: reader, bytes: input)
        var excess: String?
        for _ in 0..<3 {
            var fault: String?
            let cost = Cost.measure { fault = long.reader.fault(in: long.bytes) }
            if let fault { return fault }
            excess = cost.fault(ofInput: long.bytes.count).map { "\(long.reader.rawValue): \($0)" }
            if excess == nil { return nil }
        }
        return excess
    }
}

/// libFuzzer's entrance for programs with a main of their own.
@_silgen_name("LLVMFuzzerRunDriver")
private func run(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
