"""A server for tests, which behaves as the path of a request says. Each line that it prints tells what has happened."""

import argparse
import os
import socket
import ssl
import struct
import threading
import time
import urllib.parse

options = argparse.ArgumentParser()
options.add_argument("--certificate")
options.add_argument("--old", action="store_true")
options.add_argument("--mute", action="store_true")
options.add_argument("--host", default="127.0.0.1")
options = options.parse_args()
lock = threading.Lock()


def tell(*words):
    with lock:
        os.write(1, (" ".join(str(word) for word in words) + "\n").encode())


def context():
    if not options.certificate:
        return None
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(options.certificate)
    made.set_alpn_protocols(["http/1.1"])
    if options.old:
        made.set_ciphers("ALL:@SECLEVEL=0")
        made.minimum_version = ssl.TLSVersion.TLSv1
        made.maximum_version = ssl.TLSVersion.TLSv1_1
    return made


def request(stream):
    """Reads a request: its path, its headers in order, and its body if it is asked for; None at the end of the connection."""
    line = stream.readline()
    if not line:
        return None
    headers = []
    while (field := stream.readline().strip()):
        name, _, value = field.decode().partition(":")
        headers.append((name.lower(), value.strip()))
    path = line.decode().split()[1]
    length = 0 if path.startswith("/early/") else int(dict(headers).get("content-length", "0"))
    return path, headers, stream.read(length)


def reset(connection):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def forever(send, head, part, pause=0):
    send(head)
    while True:
        send(part)
        time.sleep(pause)


def answer(path, send, connection):
    """Answers, and says whether the connection goes on."""
    url = urllib.parse.urlsplit(path)
    fields = "".join(f"{name}: {value}\r\n" for name, value in urllib.parse.parse_qsl(url.query))
    ok = b"HTTP/1.1 200 OK\r\n"
    match url.path.strip("/").split("/"):
        case ["status", number]:
            send(f"HTTP/1.1 {number} Fine\r\n{fields}content-length: 0\r\n\r\n".encode())
            return True
        case ["informed", number]:
            send(b"HTTP/1.1 103 Early Hints\r\nretry-after: 1\r\n\r\n" * 2)
            send(f"HTTP/1.1 {number} Fine\r\n{fields}content-length: 0\r\n\r\n".encode())
            return True
        case ["early", number]:
            send(f"HTTP/1.1 {number} Fine\r\n{fields}content-length: 0\r\n\r\n".encode())
            # As servers do that want the answer to arrive.
            while connection.recv(1 << 16):
                pass
        case ["trailers"]:
            send(b"HTTP/1.1 503 No\r\ntransfer-encoding: chunked\r\ntrailer: retry-after\r\n\r\n")
            send(b"2\r\nno\r\n0\r\nretry-after: 9\r\n\r\n")
            return True
        case ["stall"]:
            time.sleep(3600)
        case ["reset"]:
            reset(connection)
        case ["close"]:
            pass
        case ["drip-head"]:
            forever(send, ok + b"x: ", b"x", 0.02)
        case ["drip-body"]:
            forever(send, ok + b"content-length: 1000000\r\n\r\n", b"x", 0.02)
        case ["short"]:
            send(ok + b"content-length: 100\r\n\r\nshort")
        case ["long"]:
            send(ok + b"content-length: 2\r\n\r\nlonger than two")
        case ["bad-chunk"]:
            send(ok + b"transfer-encoding: chunked\r\n\r\nno number\r\n")
        case ["short-head"]:
            send(ok + b"x: y")
        case ["endless-body"]:
            forever(send, ok + b"\r\n", b"x" * 4096)
        case ["endless-headers"]:
            forever(send, ok, b"x: " + b"y" * 1000 + b"\r\n")
        case ["endless-line"]:
            forever(send, ok + b"x: ", b"y" * 1000)
        case ["endless-status"]:
            forever(send, b"HTTP/1.1 200 ", b"y" * 1000)
        case ["endless-hints"]:
            forever(send, b"", b"HTTP/1.1 103 Early Hints\r\nx: y\r\n\r\n")
        case ["no-http"]:
            send(b"220 mail.example.org ESMTP\r\n")
        case ["bad-status"]:
            send(b"HTTP/1.1 abc\r\n\r\n")
    return False


def serve(plain, tls):
    try:
        tell("connection")
        if options.mute:
            time.sleep(3600)
        connection = tls.wrap_socket(plain, server_side=True) if tls else plain
        stream = connection.makefile("rb")
        while (came := request(stream)) is not None:
            path, headers, body = came
            tell("request", path, len(body), " ".join(sorted(name for name, _ in headers)))
            for name, value in headers:
                tell("header", path, name, value)
            if not answer(path, connection.sendall, connection):
                break
            if "dying=1" in path:
                # The next request on this connection is read, and never answered.
                dead = request(stream)
                if dead is not None:
                    tell("died", dead[0])
                    if "answering=1" in path:
                        connection.sendall(b"HTTP/1.1 200 OK\r\nx: y\r\n")
                        # The head has arrived before the connection is reset.
                        time.sleep(0.2)
                        reset(connection)
                    time.sleep(1 if "late=1" in path else 0)
                break
        stream.close()
        connection.close()
    except OSError as error:
        tell("failed", type(error).__name__)
    finally:
        plain.close()
        tell("closed")


def follow(parent):
    """Ends with the process of the tests, which may be killed."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)


threading.Thread(target=follow, args=(os.getppid(),), daemon=True).start()
family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
listening = socket.create_server((options.host, 0), family=family, backlog=128)
tls = context()
tell("port", listening.getsockname()[1])
while True:
    accepted, _ = listening.accept()
    threading.Thread(target=serve, args=(accepted, tls), daemon=True).start()
