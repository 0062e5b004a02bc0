import Files
import JSON
import Options
import Views

/// `fork-worker examples`: lists the example uploads in the binary, or prints some of them.
enum ExamplesCommand {
    static func run(_ options: Options) -> Int32 {
        var printer = LinePrinter()
        for name in options.operands {
            for line in ExampleUploads.lines(of: name) { printer.print(line) }
        }
        if options.operands.isEmpty { list(asJSON: options.isJSON, &printer) }
        printer.flush()
        return printer.isClosed ? ProcessEnvironment.lostOutput() : ProcessEnvironment.Status.done.rawValue
    }

    private static func list(asJSON isJSON: Bool, _ printer: inout LinePrinter) {
        let rows = exampleUploads.map { ($0.name, "\(ExampleUploads.lines(of: $0.name).count)", $0.text) }
        guard isJSON else {
            return Table.lines(rows.map { [$0, $1, $2] }, header: ["name", "uploads", "contents"], Screen().ink)
                .forEach { printer.print(Array($0.utf8)) }
        }
        for (name, count, text) in rows {
            printer.print {
                $0.object {
                    $0.member("name", name)
                    $0.member("uploads", Int(count) ?? 0)
                    $0.member("contents", text)
                }
            }
        }
    }
}
