import { createServer, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { openAmqp } from './amqp.ts'
import type { BusAddress } from './bus.ts'
import { openKafka } from './kafka.ts'
import { openNats } from './nats.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/**
 * A server of NATS with one stream, as its client protocol says: it stores what begins with `ringfence.`, once for each
 * message id, and breaks off after `breaks_after` messages.
 *
 * Source: docs.nats.io, "Client Protocol" and "JetStream wire API".
 */
async function startStream({ password = 'seven', breaks_after = Number.POSITIVE_INFINITY } = {}) {
  const stored = new Map<string, string>()
  const state = { breaks_after }
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('INFO {"server_id":"T","version":"2.10.0","proto":1,"headers":true,"max_payload":1048576}\r\n')
    let rest = ''
    let sid = ''
    const take = () => {
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const [verb, ...words] = rest.slice(0, end).split(' ')
        if (verb === 'HPUB') {
          const [subject, reply, head, total] = [words[0]!, words[1]!, Number(words[2]), Number(words[3])]
          if (rest.length < end + 4 + total) return
          const header = rest.slice(end + 2, end + 2 + head)
          const payload = rest.slice(end + 2 + head, end + 2 + total)
          rest = rest.slice(end + 4 + total)
          if (--state.breaks_after < 0) return socket.destroy()
          const id = /Nats-Msg-Id: ?(.*)\r\n/i.exec(header)![1]!
          if (subject.startsWith('ringfence.')) {
            const answer = JSON.stringify({
              stream: 'R',
              seq: stored.size + 1,
              ...(stored.has(id) && { duplicate: true }),
            })
            if (!stored.has(id)) stored.set(id, `${subject} ${payload}`)
            socket.write(`MSG ${reply} ${sid} ${answer.length}\r\n${answer}\r\n`)
          } else {
            const none = 'NATS/1.0 503\r\n\r\n'
            socket.write(`HMSG ${reply} ${sid} ${none.length} ${none.length}\r\n${none}\r\n`)
          }
          continue
        }
        rest = rest.slice(end + 2)
        if (verb === 'SUB') sid = words.at(-1)!
        if (verb === 'PING') socket.write('PONG\r\n')
        if (verb === 'CONNECT' && JSON.parse(words.join(' ')).pass !== password) {
          socket.end("-ERR 'Authorization Violation'\r\n")
        }
      }
    }
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1')
      take()
    })
    sockets.add(socket)
  })
  const sockets = new Set<Socket>()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { port: (server.address() as { port: number }).port, stored, state }
}

const address = (port: number, more: Partial<BusAddress> = {}): BusAddress => ({
  host: '127.0.0.1',
  port,
  tls: false,
  username: 'kea',
  password: 'seven',
  client_id: 'ringfence-1',
  allow_private: true,
  ...more,
})

const messages = (topic: string, ids = [1, 2, 3]) =>
  ids.map((i) => ({ id: `ringfence-1-${i}`, key: 'ute', topic, payload: `{"i":${i}}` }))

it('a stream has each message once, though the connection broke off in between', async () => {
  const { port, stored, state } = await startStream({ breaks_after: 2 })
  const bus = await openNats(address(port))
  const broken = await bus.publish(messages('ringfence.1.ute')).catch((error) => error)
  expect(broken).toMatchObject({ whose: 'server' })
  bus.close()
  state.breaks_after = Number.POSITIVE_INFINITY
  const again = await openNats(address(port))
  await again.publish(messages('ringfence.1.ute'))
  again.close()
  expect([...stored.values()]).toEqual([1, 2, 3].map((i) => `ringfence.1.ute {"i":${i}}`))
})

it('says that no stream takes a subject, that a password is wrong, and that TLS is not there', async () => {
  const { port } = await startStream()
  const bus = await openNats(address(port))
  await expect(bus.publish(messages('elsewhere.1', [1]))).rejects.toThrow('no stream of JetStream takes the subject')
  bus.close()
  await expect(openNats(address(port, { password: 'wrong' }))).rejects.toThrow(/authorization violation/i)
  await expect(openNats(address(port, { tls: true }))).rejects.toThrow(/tls/)
})

it.each([
  ['NATS', openNats],
  ['AMQP', openAmqp],
  ['Kafka', openKafka],
] as const)('connects by %s to public addresses only', async (_name, open) => {
  for (const host of ['127.0.0.1', '10.1.2.3', '::1', 'localhost'])
    for (const tls of host === 'localhost' ? [false] : [false, true])
      await expect(open(address(9, { host, tls, allow_private: false }))).rejects.toThrow('private network')
})

it.each([
  ['NATS', openNats],
  ['AMQP', openAmqp],
  ['Kafka', openKafka],
] as const)('says that nothing listens: %s', async (_name, open) => {
  await expect(open(address(1))).rejects.toMatchObject({ name: 'Error', whose: 'server', taken: 0 })
})
