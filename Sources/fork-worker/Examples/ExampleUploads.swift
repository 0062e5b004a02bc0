import CExamples
import Options

/// The example uploads in the binary.
enum ExampleUploads {
    /// Returns the lines of an example; empty if there is no such example.
    static func lines(of name: String) -> [[UInt8]] {
        guard let index = exampleUploads.firstIndex(where: { $0.name == name }) else { return [] }
        let examples = unsafe bytes(example_uploads).split(separator: 0)
        return index < examples.count ? lines(examples[index]) : []
    }

    /// The connection settings of the demo.
    static var demoSettings: [[UInt8]] { unsafe lines(bytes(demo_connections)[...]) }

    private static func bytes(_ file: example_file) -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }

    private static func lines(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) }
    }
}
