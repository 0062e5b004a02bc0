/// An upload as a program would declare it for Foundation's decoder.
struct DecodedUpload: Decodable {
    let upload_id: String
    let connection_id: String
    let collected_at: String
    let samples: [Sample]

    struct Sample: Decodable {
        let id: String
        let type: String
        let start_date: String
        let end_date: String?
        let unit: String?
        let source: [String: String]?
        let device: [String: String]?
    }
}
