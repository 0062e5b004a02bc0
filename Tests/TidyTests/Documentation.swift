/// What other rooms use says what it is for.
///
/// swift-format's rule looks at `public` only.
enum Documentation {
    static func breaches(_ file: SourceFile) -> [Breach] {
        file.bareLines.indices.compactMap { index in
            guard let declared = Declaration(line: file.bareLines[index]), declared.isForOthers,
                declared.kind != "import", declared.kind != "extension", !isDocumented(index, in: file)
            else { return nil }
            return Breach(file, line: index, "\(declared.kind) \(declared.name) has no `///` comment")
        }
    }

    /// Looks at the line above, past attributes that stand on lines of their own.
    private static func isDocumented(_ index: Int, in file: SourceFile) -> Bool {
        var above = index - 1
        while above >= 0, file.lines[above].drop(while: { $0 == " " }).hasPrefix("@") { above -= 1 }
        return above >= 0 && file.lines[above].drop { $0 == " " }.hasPrefix("///")
    }
}
