import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { openKafka } from './kafka.ts'

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

const PASSWORD = 'a=b,c'
const UNSUPPORTED = 33
const FAILED = 58

/** The part of a Kafka broker up to the metadata, with the server's side of SCRAM (RFC 5802). */
async function broker(mechanisms: string[]) {
  const seen: string[] = []
  const server = createServer((socket) => {
    let rest = Buffer.alloc(0)
    let mechanism = ''
    let scram: Scram | null = null
    const answerSasl = (said: string): Buffer[] => {
      if (scram === null) {
        scram = new Scram(mechanism, said)
        return [int16(0), text(null), bytes(scram.first)]
      }
      const signature = scram.check(said)
      seen.push(`${mechanism} ${signature === null ? 'wrong' : 'right'}`)
      return signature === null ? [int16(FAILED), text('no'), bytes('')] : [int16(0), text(null), bytes(signature)]
    }
    const answer = (api: number, version: number, body: Buffer): Buffer[] => {
      if (api === 18) return versions(version)
      if (api === 36) return answerSasl(body.subarray(4).toString())
      if (api === 3) {
        const { port } = server.address() as AddressInfo
        const one = [int32(1), text('127.0.0.1'), int32(port), text(null)]
        return [int32(0), int32(1), ...one, text('cluster'), int32(1), int32(0), int32(0)]
      }
      mechanism = body.subarray(2).toString()
      seen.push(`asks for ${mechanism}`)
      scram = null
      const names = [int32(mechanisms.length), ...mechanisms.map(text)]
      return [int16(mechanisms.includes(mechanism) ? 0 : UNSUPPORTED), ...names]
    }
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= 4 && rest.length >= 4 + rest.readInt32BE(0)) {
        const request = rest.subarray(4, 4 + rest.readInt32BE(0))
        rest = rest.subarray(4 + request.length)
        const body = request.subarray(10 + request.readInt16BE(8))
        socket.write(
          bytes(
            Buffer.concat([request.subarray(4, 8), ...answer(request.readInt16BE(0), request.readInt16BE(2), body)]),
          ),
        )
      }
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, seen }
}

class Scram {
  readonly first: string
  #bare: string
  #hash: 'sha256' | 'sha512'

  constructor(mechanism: string, said: string) {
    this.#hash = mechanism.endsWith('512') ? 'sha512' : 'sha256'
    this.#bare = said.slice('n,,'.length)
    this.first = `r=${/r=([^,]*)/.exec(said)![1]}server,s=${Buffer.from('salt').toString('base64')},i=4096`
  }

  /** @returns the server's signature, or null for a wrong proof */
  check(said: string): string | null {
    const sign = (key: Buffer, message: string) => createHmac(this.#hash, key).update(message).digest()
    const salted = pbkdf2Sync(PASSWORD, 'salt', 4096, this.#hash === 'sha512' ? 64 : 32, this.#hash)
    const key = sign(salted, 'Client Key')
    const message = `${this.#bare},${this.first},${said.replace(/,p=.*/, '')}`
    const signature = sign(createHash(this.#hash).update(key).digest(), message)
    const proof = Buffer.from(/p=(.*)/.exec(said)![1]!, 'base64')
    if (!proof.every((byte, i) => (byte ^ signature[i]!) === key[i])) return null
    return `v=${sign(sign(salted, 'Server Key'), message).toString('base64')}`
  }
}

/** Handshake, versions, SaslAuthenticate, metadata: the key, and the highest version. */
const apis: [number, number][] = [
  [17, 1],
  [18, 3],
  [36, 0],
  [3, 8],
]
/** Compact from version 3 on. */
function versions(version: number): Buffer[] {
  const [count, end] = version < 3 ? [int32(apis.length), Buffer.of()] : [Buffer.of(apis.length + 1), Buffer.of(0)]
  const each = apis.map(([key, most]) => Buffer.concat([int16(key), int16(0), int16(most), end]))
  return [int16(0), count, ...each, int32(0), end]
}

function int16(value: number): Buffer {
  const buffer = Buffer.alloc(2)
  buffer.writeInt16BE(value)
  return buffer
}
function int32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeInt32BE(value)
  return buffer
}
const text = (value: string | null) =>
  value === null ? int16(-1) : Buffer.concat([int16(value.length), Buffer.from(value)])
const bytes = (value: string | Buffer) => Buffer.concat([int32(value.length), Buffer.from(value)])

const open = (port: number, password: string) =>
  openKafka({
    host: '127.0.0.1',
    port,
    tls: false,
    allow_private: true,
    client_id: 'test',
    username: 'fleet',
    password,
  })

it.concurrent('signs in by SCRAM-SHA-512, or by SCRAM-SHA-256 where the broker has no other', async () => {
  for (const mechanism of ['SCRAM-SHA-512', 'SCRAM-SHA-256']) {
    const { port, seen } = await broker([mechanism])
    const bus = await open(port, PASSWORD)
    expect(seen.at(-1)).toBe(`${mechanism} right`)
    bus.close()
  }
})

it.concurrent('tries a password that is wrong, or that of another mechanism, by SCRAM alone', async () => {
  const { port, seen } = await broker(['SCRAM-SHA-512', 'SCRAM-SHA-256', 'PLAIN'])
  await expect(open(port, 'wrong')).rejects.toThrow(/authentication failed/i)
  expect(new Set(seen)).toEqual(
    new Set(['SCRAM-SHA-512', 'SCRAM-SHA-256'].flatMap((name) => [`asks for ${name}`, `${name} wrong`])),
  )
})

it.concurrent('shows the password to no broker without TLS', async () => {
  const { port, seen } = await broker(['PLAIN'])
  await expect(open(port, PASSWORD)).rejects.toThrow(/mechanism/)
  expect(seen).not.toContain('asks for PLAIN')
})
