"""Tests a receiver as a process: RECEIVER is its command, by default that of receiver.py.

    RECEIVER="node receiver.mjs" python3 -m unittest test_receivers
"""
import base64, hashlib, hmac, http.client, json, os, pathlib, re, shlex, subprocess, sys, tempfile, time, unittest, uuid

import receiver

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OLD_SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()
COMMAND = shlex.split(os.environ.get("RECEIVER", f"{sys.executable} receiver.py"))


def signature(secret, identifier, stamp, body):
    key = base64.b64decode(secret.removeprefix("whsec_"))
    return "v1," + base64.b64encode(hmac.digest(key, f"{identifier}.{stamp}.".encode() + body, hashlib.sha256)).decode()


def body(sequence, *entries, connection="ada"):
    data = {"connection_id": connection, "data_type": "steps", "sequence": sequence, "documents": list(entries)}
    return json.dumps({"type": "fork.data.updated", "timestamp": "2024-04-16T13:00:00.000Z", "data": data}).encode()


def upsert(name):
    return {"id": name, "op": "upsert", "document": {"id": name, "type": "steps", "start_date": 734821200}}


class ReceiverTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        key = pathlib.Path(cls.folder.name, "key.pem")
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", key], check=True)
        public = subprocess.run(["openssl", "pkey", "-in", key, "-pubout", "-outform", "DER"], check=True, capture_output=True)
        cls.key, secrets = key, [OLD_SECRET, SECRET]
        # Python has no Ed25519 in its own library.
        cls.has_ed25519 = "receiver.py" not in COMMAND[-1]
        if cls.has_ed25519:
            secrets.append("whpk_" + base64.b64encode(public.stdout[-32:]).decode())
        environment = os.environ | {"PORT": "0", "WEBHOOK_SECRETS": " ".join(secrets)}
        cls.process = subprocess.Popen(COMMAND, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        cls.port = int(re.search(r"port (\d+)", cls.process.stderr.readline())[1])

    @classmethod
    def tearDownClass(cls):
        cls.process.kill()
        cls.process.communicate()
        cls.folder.cleanup()

    def post(self, content, identifier=None, stamp=None, signed=None):
        """Sends a webhook; returns the status."""
        identifier, stamp = identifier or str(uuid.uuid4()), str(int(time.time()) if stamp is None else stamp)
        headers = {"webhook-id": identifier, "webhook-timestamp": stamp}
        headers["webhook-signature"] = signature(SECRET, identifier, stamp, content) if signed is None else signed
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("POST", "/hook", content, headers)
        status = connection.getresponse().status
        connection.close()
        return status

    def applied(self):
        """Returns the next line that the receiver prints."""
        return json.loads(self.process.stdout.readline())

    def test_the_published_signature_is_verified(self):
        content = b'{"test": 2432232314}'
        headers = {
            "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "webhook-timestamp": "1614265330",
            "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        }
        self.assertEqual(signature(SECRET, headers["webhook-id"], 1614265330, content), headers["webhook-signature"])
        keys = receiver.keys(SECRET)
        self.assertTrue(receiver.verified(keys, headers, content, 1614265330 + 300))
        self.assertFalse(receiver.verified(keys, headers, content, 1614265330 + 301))

    def test_a_webhook_is_applied_once(self):
        content, identifier = body(1, upsert("once")), str(uuid.uuid4())
        self.assertEqual([self.post(content, identifier) for _ in range(2)], [204, 204])
        self.assertEqual(self.applied(), {"id": identifier, "duplicate": False, "changed": ["once"]})
        self.assertEqual(self.applied(), {"id": identifier, "duplicate": True, "changed": []})

    def test_the_greatest_sequence_counts_in_any_order(self):
        for sequence, entry, changed in [
            (7, upsert("late"), ["late"]),
            (5, upsert("late"), []),
            (8, {"id": "late", "op": "delete"}, ["late"]),
            (6, upsert("late"), []),
            (9, {"id": "late", "op": "upsert"}, ["late"]),
        ]:
            self.assertEqual(self.post(body(sequence, entry)), 204)
            self.assertEqual(self.applied()["changed"], changed, sequence)
        self.assertEqual(self.post(body(1, upsert("late"), connection="ben")), 204)
        self.assertEqual(self.applied()["changed"], ["late"])

    def test_one_right_signature_of_several_is_enough(self):
        content, identifier, stamp = body(1), str(uuid.uuid4()), int(time.time())
        old = signature(OLD_SECRET, identifier, stamp, content)
        for signed in [old, f"v1,AAAA {old}", f"v9,x v1a,AAAA v1a v1 {old} v1,", f"{old} {old}"]:
            self.assertEqual(self.post(content, identifier, stamp, signed), 204, signed)
            self.applied()

    def test_signatures_of_a_private_key_are_verified(self):
        if not self.has_ed25519:
            self.skipTest("needs a package in Python")
        content, identifier, stamp = body(1), str(uuid.uuid4()), int(time.time())
        message = pathlib.Path(self.folder.name, "message")
        message.write_bytes(f"{identifier}.{stamp}.".encode() + content)
        command = ["openssl", "pkeyutl", "-sign", "-rawin", "-inkey", self.key, "-in", message]
        signed = "v1a," + base64.b64encode(subprocess.run(command, check=True, capture_output=True).stdout).decode()
        self.assertEqual(self.post(content, identifier, stamp, signed.replace("v1a,", "v1,")), 401)
        self.assertEqual(self.post(content + b" ", identifier, stamp, signed), 401)
        self.assertEqual(self.post(content, identifier, stamp, signed), 204)
        self.applied()

    def test_what_is_not_signed_is_refused(self):
        content, now = body(1, upsert("refused")), int(time.time())
        identifier = str(uuid.uuid4())
        right = signature(SECRET, identifier, now, content)
        for change in [
            dict(content=content + b" "),
            dict(identifier=str(uuid.uuid4())),
            dict(stamp=now + 1),
            dict(signed=""),
            dict(signed="v1,"),
            dict(signed="v1," + right.removeprefix("v1,").lower()),
            dict(signed=right.replace("v1,", "v1a,")),
            dict(stamp=now - 400, signed=signature(SECRET, identifier, now - 400, content)),
            dict(stamp=now + 400, signed=signature(SECRET, identifier, now + 400, content)),
            dict(stamp="soon", signed=signature(SECRET, identifier, "soon", content)),
            dict(stamp=f"-{now}", signed=signature(SECRET, identifier, f"-{now}", content)),
        ]:
            given = dict(content=content, identifier=identifier, stamp=now, signed=right) | change
            self.assertEqual(self.post(**given), 401, change)
        # None of them was remembered.
        self.assertEqual(self.post(content, identifier, now, right), 204)
        self.assertEqual(self.applied(), {"id": identifier, "duplicate": False, "changed": ["refused"]})

    def test_a_receiver_with_a_weak_secret_does_not_start(self):
        for secrets in ["", "  ", "whsec_", f"{SECRET} whsec_", SECRET.removeprefix("whsec_"), "secret", "whsec_c2hvcnQ="]:
            environment = os.environ | {"PORT": "0", "WEBHOOK_SECRETS": secrets}
            run = subprocess.run(COMMAND, env=environment, capture_output=True, text=True, timeout=60)
            self.assertNotEqual(run.returncode, 0, secrets)
            self.assertIn("WEBHOOK_SECRETS: ", run.stderr, secrets)
            self.assertNotIn("Traceback", run.stderr, secrets)

    def test_other_bodies_are_refused_and_not_remembered(self):
        for content in [b"", b"{", b"[]", b'{"data":{}}', b'{"data":{"connection_id":"ada","sequence":1}}']:
            identifier = str(uuid.uuid4())
            self.assertEqual([self.post(content, identifier) for _ in range(2)], [400, 400], content)

    def test_a_body_that_is_too_long_is_refused_before_it_is_read(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.putrequest("POST", "/hook")
        connection.putheader("content-length", str(17 << 20))
        connection.endheaders()
        self.assertEqual(connection.getresponse().status, 413)
        connection.close()
        self.assertEqual(self.post(body(1)), 204)
        self.applied()


if __name__ == "__main__":
    unittest.main()
