import Operations
import Views

/// The sections with jobs, refusals and accounting.
extension Report {
    var jobLines: [String] {
        let note = """
            One for each commit and kind of data, in the same transaction as its documents. Anna's app has asked for \
            sleep and steps:
            """
        return heading("WEBHOOK JOBS", note) + findings.jobs.flatMap(lines) + to
    }

    private var to: [String] {
        guard let job = findings.jobs.first else { return [] }
        return ["", Self.indent + ink(.dim, "All to \(job.callback), for \(job.user) of \(job.app).")]
    }

    private func lines(of job: JobView) -> [String] {
        let uploads = job.uploads.map { "#\(findings.number(ofUpload: $0))" }.joined(separator: ", ")
        let documents = job.documents.map { "\($0.op) \(Names.short($0.id))" }
        let title = Paragraph.pad("\(job.dataType)", to: 7) + ink(.dim, Paragraph.pad("by upload \(uploads)", to: 15))
        return Facts.lines(documents, width: Self.innerWidth - 22).enumerated().map { index, line in
            Self.indent + (index == 0 ? title : String(repeating: " ", count: 22)) + line
        }
    }

    var refusalLines: [String] {
        let note = """
            Nothing is lost: it lies in fork.dead-letter, byte for byte, with code, sentence and place in its headers.
            """
        return heading("REFUSALS", note) + Array(findings.refusals.flatMap(lines).dropLast())
    }

    private func lines(of letter: ReadLetter) -> [String] {
        let refusal = letter.record
        let number = findings.number(ofRefused: letter)
        let place = refusal.path.isEmpty ? "the whole upload" : "at \(refusal.path)"
        let title = Paragraph.pad("#\(number)", to: 4) + ink(.bad, refusal.code) + "  " + ink(.dim, place)
        let sentence = Paragraph.wrap(refusal.message, width: Self.width - 6)
        let bytes = ink(.dim, Paragraph.cut(String(decoding: letter.value ?? [], as: UTF8.self), to: Self.width - 6))
        return indented([title]) + indented(sentence + [bytes], by: 6) + [""]
    }

    var accountingLines: [String] {
        let counters = findings.counters
        let outcomes = [
            ("new", "new"), ("duplicate", "duplicates"), ("replaced", "replaced"), ("refused", "refused"),
            ("deleted_before_arrival", "deleted before they came"),
        ].map { label, name in "\(counters["samples_total{outcome=\"\(label)\"}"]) \(name)" }
        let uploads = Figures.count(counters["uploads_total"], "upload")
        let samples = Figures.count(counters["samples_in_total"], "sample")
        let upserts = Figures.count(counters["documents_total{op=\"upsert\"}"], "document")
        let deletes = Figures.count(counters["documents_total{op=\"delete\"}"], "tombstone")
        return heading("ACCOUNTING", "By the worker's own counters; every sample is in exactly one of them.") + [
            "  \(samples) = \(outcomes.prefix(4).joined(separator: " + "))",
            "  " + String(repeating: " ", count: samples.count) + " + \(outcomes[4])",
            "  \(uploads), \(counters["uploads_refused_total"]) refused whole; "
                + Figures.count(counters["deletions_total"], "deletion"),
            "  \(upserts) and \(deletes) written, \(Figures.count(counters["jobs_total"], "job")), "
                + "in \(Figures.count(counters["commits_total"], "transaction"))",
        ]
    }

    var nextLines: [String] {
        heading("WHAT TO TYPE NEXT", "") + [
            "  Draw a night of example uploads, without Kafka",
            ink(.bold, "    \(program) examples sleep-night | \(program) transform --final \\"),
            ink(.bold, "        | \(program) documents conn-7 --documents -"),
            "",
            "  On a Kafka of your own",
            ink(.bold, "    \(program) run --create-topics \\"),
            ink(.bold, "        --bootstrap-servers localhost:9092"),
            "",
            "  All that it can be told",
            ink(.bold, "    \(program) --help"),
        ]
    }
}
