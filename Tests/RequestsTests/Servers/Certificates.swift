import Foundation

/// Certificates of an authority that only these tests know.
struct Certificates {
    static let made = Result { try Certificates() }

    /// The file of the authority.
    let authority: String
    /// Files with a certificate and its key.
    let valid: String
    let expired: String
    let selfSigned: String

    private init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fork-requests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = """
            set -e
            openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=authority -days 2 -keyout a.key -out a.pem
            printf 'subjectAltName=DNS:hooks.example.org,IP:127.0.0.1' > names
            sign() {
                openssl req -new -newkey rsa:2048 -nodes -subj /CN=hooks.example.org -keyout $1.key -out $1.csr
                openssl x509 -req -in $1.csr -CA a.pem -CAkey a.key -CAcreateserial -days $2 -extfile names -out $1.crt
                cat $1.crt $1.key > $1.pem
            }
            sign valid 2
            sign expired -1
            openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=hooks.example.org -days 2 \
                -addext subjectAltName=DNS:hooks.example.org -keyout self.key -out self.crt
            cat self.crt self.key > self.pem
            """
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["bash", "-c", script]
        process.currentDirectoryURL = folder
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw TestServer.DidNotStart() }
        authority = folder.appending(path: "a.pem").path
        valid = folder.appending(path: "valid.pem").path
        expired = folder.appending(path: "expired.pem").path
        selfSigned = folder.appending(path: "self.pem").path
    }
}
