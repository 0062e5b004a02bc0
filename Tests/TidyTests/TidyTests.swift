import Testing

/// The repository keeps the rules of its house.
///
/// What fails names file and line.
struct TidyTests {
    private let all = Repository.sources + Repository.tests

    @Test func `the sources are found`() {
        #expect(Repository.sources.count > 10)
        #expect(Repository.tests.count > 10)
    }

    @Test func `no file is longer than can be read at one sitting`() {
        let breaches = Lengths.files(all)
        #expect(breaches.isEmpty, "\(report(breaches))")
    }

    @Test func `the median file of Sources is short`() {
        let median = Lengths.median(Repository.sources)
        #expect(median < Lengths.longestMedian, "the median file has \(median) lines")
    }

    @Test func `no function is longer than a screen`() {
        let breaches = all.filter(\.isSwift).flatMap(Lengths.functions)
        #expect(breaches.isEmpty, "\(report(breaches))")
    }

    /// A merge can turn a link into a copy, which then no longer follows its source.
    @Test func `no file is a copy of another one`() {
        let files = all.filter { $0.isSwift && !Repository.isLink($0.path) }
        let copies = Dictionary(grouping: files, by: \.lines).values.filter { $0.count > 1 }.map { $0.map(\.path) }
        #expect(copies.isEmpty, "\(copies)")
    }

    @Test func `each room imports only what it may`() {
        let breaches = Repository.sources.filter(\.isSwift).flatMap { Imports.breaches($0) }
        #expect(breaches.isEmpty, "\(report(breaches))")
    }

    @Test func `the table of imports names rooms that exist and files that exist`() {
        let targets = Set(Repository.sources.map(\.target))
        let paths = Set(Repository.sources.map(\.path))
        #expect(Set(Imports.allowed.keys).subtracting(targets).isEmpty)
        #expect(Set(Imports.exceptions.keys).subtracting(paths).isEmpty)
    }

    @Test func `no comment says only what the name says`() {
        let breaches = all.filter(\.isSwift).flatMap(Documentation.empty)
        #expect(breaches.isEmpty, "\(report(breaches))")
    }

    @Test func `no word says unfinished, unsafe, nameless, or another room's`() {
        let breaches = all.flatMap(Words.breaches)
        #expect(breaches.isEmpty, "\(report(breaches))")
    }

    @Test func `no test pauses without a word why`() {
        let breaches = Repository.tests.filter(\.isSwift).flatMap(Waits.breaches)
        #expect(breaches.isEmpty, "\(report(breaches))")
    }

    @Test func `no circle runs between folders or targets`() {
        let circles = Rooms(Repository.sources).circles()
        #expect(circles.isEmpty, "\(circles.joined(separator: "\n"))")
    }

    @Test func `the README explains every library of the manifest`() {
        let manifest = Repository.text("Package.swift")
        #expect(manifest.contains("librdkafka-dev"))
        let missing = Papers.unexplainedLibraries(manifest: manifest, readme: Repository.text("README.md"))
        #expect(missing.isEmpty, "README.md's table of dependencies does not name \(missing)")
    }

    @Test func `the image is built with every library of the manifest`() {
        let image = Repository.text("deploy/Dockerfile")
        let missing = Papers.uninstalledLibraries(manifest: Repository.text("Package.swift"), image: image)
        #expect(missing.isEmpty, "deploy/Dockerfile does not install \(missing)")
    }

    @Test func `no file names a path of one machine`() {
        let breaches = (all + Repository.papers).flatMap { Papers.machinePaths($0, checkout: Repository.root) }
        #expect(breaches.isEmpty, "\(report(breaches))")
    }

    @Test func `every link of a page leads to a file that is there, and to a heading that is in it`() {
        let papers = all + Repository.papers
        let links = Links(papers, isThere: Repository.has)
        let breaches = papers.flatMap(links.breaches)
        #expect(breaches.isEmpty, "\(report(breaches))")
    }
}
