/// An upload as an application would declare it for Foundation's `JSONDecoder`.
struct DecodedUpload: Decodable {
    let uploadId: String
    let connectionId: String
    let collectedAt: String
    let samples: [Sample]

    struct Sample: Decodable {
        let id: String
        let type: String
        let startDate: String
        let endDate: String?
        let unit: String?
        let source: [String: String]?
        let device: [String: String]?

        private enum CodingKeys: String, CodingKey {
            case id, type, unit, source, device
            case startDate = "start_date"
            case endDate = "end_date"
        }
    }

    private enum CodingKeys: String, CodingKey {
        case samples
        case uploadId = "upload_id"
        case connectionId = "connection_id"
        case collectedAt = "collected_at"
    }
}
