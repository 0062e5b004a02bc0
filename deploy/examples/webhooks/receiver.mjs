// Receives webhooks of fork-worker: verifies them, drops duplicates, and keeps the newest version of each document.
//
//     WEBHOOK_SECRETS=whsec_... node receiver.mjs
//
// PORT is the port (default: 8099; 0 selects a free one). WEBHOOK_SECRETS may contain several secrets, separated by spaces,
// while you replace one: whsec_ (shared) and whpk_ (the public key of an Ed25519 pair).
import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import { createServer } from 'node:http'

const toleranceSeconds = 300
const longestBody = 16 << 20
const rememberedIDs = 100_000
// What precedes the 32 bytes of an Ed25519 key in its DER form (RFC 8410).
const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex')

/** Returns the keys of secrets that are separated by spaces. An empty key would let anybody sign. */
export function keysOf(text) {
  const keys = text.split(' ').filter(Boolean).map((secret) => {
    const [, kind, code] = /^(whsec_|whpk_)([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
    const bytes = Buffer.from(code ?? '', 'base64')
    if (kind === 'whsec_' && bytes.length >= 24 && bytes.length <= 64) return { secret: bytes }
    if (kind !== 'whpk_' || bytes.length !== 32) {
      throw new Error('a secret must be whsec_ and base64 of 24 to 64 bytes, or whpk_ and base64 of 32 bytes')
    }
    const key = Buffer.concat([ed25519Prefix, bytes])
    return { publicKey: createPublicKey({ key, format: 'der', type: 'spki' }) }
  })
  if (keys.length === 0) throw new Error('there is no secret')
  return keys
}

/** Returns whether a signature of the webhook fits one of the keys, and its time is right (Standard Webhooks 1.0). */
export function isVerified(keys, headers, body, nowSeconds) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers
  if (!id || !signatures || !/^[0-9]{1,12}$/.test(time ?? '')) return false
  if (Math.abs(nowSeconds - Number(time)) > toleranceSeconds) return false
  const message = Buffer.concat([Buffer.from(`${id}.${time}.`), body])
  const given = signatures.split(' ').map((one) => {
    const [kind, text] = one.split(',')
    return { kind, bytes: Buffer.from(text ?? '', 'base64') }
  })
  return keys.some(({ secret, publicKey }) => {
    if (publicKey) return given.some(({ kind, bytes }) => kind === 'v1a' && verify(null, message, publicKey, bytes))
    const wanted = createHmac('sha256', secret).update(message).digest()
    return given.some(({ kind, bytes }) => kind === 'v1' && bytes.length === wanted.length && timingSafeEqual(bytes, wanted))
  })
}

/**
 * The newest version of each document, and the ids of webhooks that were applied.
 *
 * A service keeps both in its database, and changes them in one transaction.
 */
export class Documents {
  #ids = new Set()
  #newest = new Map()

  /** Applies a webhook; returns the ids of changed documents, or undefined for a duplicate. */
  apply(id, data) {
    if (this.#ids.has(id)) return undefined
    const changed = []
    for (const entry of data.documents) {
      const key = JSON.stringify([data.connection_id, entry.id])
      if (data.sequence <= (this.#newest.get(key)?.sequence ?? -1)) continue
      // A deleted document keeps its sequence, which rejects older versions that come late. An upsert without a document, of a
      // thin webhook, means: read it from its topic.
      this.#newest.set(key, { sequence: data.sequence, op: entry.op, document: entry.document })
      changed.push(entry.id)
    }
    this.#ids.add(id)
    if (this.#ids.size > rememberedIDs) this.#ids.delete(this.#ids.values().next().value)
    return changed
  }
}

/** Reads a body; undefined if it is too long. */
async function bodyOf(request) {
  const pieces = []
  let count = 0
  for await (const piece of request) {
    count += piece.length
    if (count > longestBody) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function keysOfEnvironment() {
  try {
    return keysOf(process.env.WEBHOOK_SECRETS ?? '')
  } catch (error) {
    console.error(`WEBHOOK_SECRETS: ${error.message}`)
    process.exit(1)
  }
}

const keys = keysOfEnvironment()
const documents = new Documents()

async function answer(request) {
  if (request.method !== 'POST') return 405
  if (Number(request.headers['content-length'] ?? 0) > longestBody) return 413
  const body = await bodyOf(request)
  if (!body) return 413
  if (!isVerified(keys, request.headers, body, Date.now() / 1000)) return 401
  const id = request.headers['webhook-id']
  let changed
  try {
    changed = documents.apply(id, JSON.parse(body).data)
  } catch {
    return 400
  }
  console.log(JSON.stringify({ id, duplicate: changed === undefined, changed: changed ?? [] }))
  // Only now: whatever was answered with 2xx does not come again.
  return 204
}

const server = createServer({ requestTimeout: 30_000 }, async (request, response) => {
  try {
    response.writeHead(await answer(request), { connection: 'close' }).end()
  } catch {
    response.destroy()
  }
})
server.listen(Number(process.env.PORT ?? 8099), '127.0.0.1', () => {
  console.error(`listening on port ${server.address().port}`)
})
