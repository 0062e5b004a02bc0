// A server of HTTP/2 for tests. Each line that it prints tells what has happened.
import { readFileSync } from "node:fs";
import { createSecureServer } from "node:http2";

const pem = readFileSync(process.argv[2]);
const server = createSecureServer({ cert: pem, key: pem });
server.on("session", () => console.log("connection"));
server.on("stream", (stream, headers) => {
    if (headers[":path"] === "/early") return stream.respond({ ":status": 413 }, { endStream: true });
    let count = 0;
    stream.on("error", () => console.log("reset"));
    stream.on("data", (piece) => (count += piece.length));
    stream.on("end", () => {
        console.log("request", headers[":path"], count);
        if (headers[":path"] === "/stall") return;
        if (headers[":path"] === "/endless") {
            stream.respond({ ":status": 200 });
            const send = () => stream.write("x".repeat(4096), () => setImmediate(send));
            return send();
        }
        stream.respond({ ":status": 503, "retry-after": "7", "webhook-delivery": "disable" });
        stream.end("no");
    });
});
// The process of the tests may be killed.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.exit(), 1000);
server.listen(0, "127.0.0.1", () => console.log("port", server.address().port));
