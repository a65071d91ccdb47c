import { createSocket } from 'node:dgram'
import dns from 'node:dns'
import type { AddressInfo } from 'node:net'

/** A name server with TXT records (RFC 1035 §4.1), which this process asks until it is stopped. */
export async function startNameServer(texts: Map<string, string>): Promise<{ stop(): void }> {
  const before = dns.getServers()
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => socket.send(answerTo(query, texts), port, address))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  dns.setServers([`127.0.0.1:${(socket.address() as AddressInfo).port}`])
  return {
    stop() {
      dns.setServers(before)
      socket.close()
    },
  }
}

function answerTo(query: Buffer, texts: Map<string, string>): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const question = query.subarray(12, at + 5)
  const text = texts.get(labels.join('.').toLowerCase())
  const header = Buffer.from(query.subarray(0, 12))
  // Response, recursion available; 3: no such name.
  header.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(text === undefined ? 0 : 1, 6)
  header.writeUInt32BE(0, 8)
  if (text === undefined) return Buffer.concat([header, question])
  const record = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 0, 0, text.length + 1, text.length])
  return Buffer.concat([header, question, record, Buffer.from(text, 'latin1')])
}
