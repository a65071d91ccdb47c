import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { certificates } from '../gateway/certificates.ts'

/**
 * A push service (RFC 8030) that accepts only requests signed by RFC 8292, and a browser that decrypts messages by RFC
 * 8291.
 */
export async function startPushService(): Promise<PushService> {
  const arrived: Arrived[] = []
  const requests: string[] = []
  const browsers = new Map<string, Browser>()
  const state: { answer: Answer } = { answer: { status: 201 } }
  const { cert, key } = certificates[0]!
  setDefaultCACertificates([...getCACertificates('default'), cert])
  const server = createServer({ cert, key }, async (request, response) => {
    const body = await buffer(request)
    const path = request.url!
    const browser = browsers.get(path)
    requests.push(path)
    try {
      checkVapid(request.headers.authorization ?? '', origin(), browser!.application_key)
      if (!/^\d+$/.test(String(request.headers.ttl))) throw new Error('no TTL')
      if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('no aes128gcm')
      if (body.length > 4096) return response.writeHead(413).end()
      const message = JSON.parse(decrypt(body, browser!).toString())
      if (state.answer.status < 300) arrived.push({ path, message, urgency: String(request.headers.urgency) })
    } catch (error) {
      return response.writeHead(400).end((error as Error).message)
    }
    response.writeHead(state.answer.status, state.answer.headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = () => `https://localhost:${(server.address() as AddressInfo).port}`
  return {
    arrived,
    requests,
    answer(answer) {
      state.answer = answer
    },
    subscribe(application_key) {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys('base64url')
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(8).toString('hex')}`
      browsers.set(path, { application_key, private_key: ecdh.getPrivateKey(), auth })
      return { endpoint: origin() + path, p256dh, auth: auth.toString('base64url') }
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** RFC 8292 §2 and §3: an ES256 JWT by the key of the subscription, for this service, valid a day at most. */
function checkVapid(authorization: string, origin: string, application_key: string): void {
  const [, token, key] = /^vapid t=([^,\s]+),\s*k=([\w-]+)$/.exec(authorization) ?? []
  if (!token || key !== application_key) throw new Error('another key has signed this')
  const [head, claims, signature] = token.split('.') as [string, string, string]
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33, 65)].map((half) => half.toString('base64url'))
  const public_key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: public_key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const now = Date.now() / 1000
  if (!signed || aud !== origin || exp <= now || exp > now + 86_400) throw new Error('the token is not good')
  if (!/^(mailto|https):/.test(sub)) throw new Error('no contact')
}

/** RFC 8188 §2.1: salt, record size, key id; RFC 8291 §3.4: keys from both sides' keys and the secret of the subscription. */
export function decrypt(body: Buffer, { private_key, auth }: Pick<Browser, 'private_key' | 'auth'>): Buffer {
  const salt = body.subarray(0, 16)
  const sender_end = 21 + body[20]!
  const sender = body.subarray(21, sender_end)
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(private_key)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
  const record = body.subarray(sender_end)
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The last record is delimited by 2, followed by zeros.
  return padded.subarray(0, padded.lastIndexOf(2))
}

type Browser = { application_key: string; private_key: Buffer; auth: Buffer }
type Answer = { status: number; headers?: Record<string, string> }
type Arrived = { path: string; message: { title: string; body: string; path: string }; urgency: string }

export type PushService = {
  arrived: Arrived[]
  /** The path of each request. */
  requests: string[]
  answer(answer: Answer): void
  /** Subscribes like a browser; the result goes to the server. */
  subscribe(application_key: string): { endpoint: string; p256dh: string; auth: string }
  stop(): Promise<void>
}
