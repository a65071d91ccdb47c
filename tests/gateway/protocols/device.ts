import { connect } from 'node:net'
import type { Network } from '../../network.ts'

/** Sends all of it in pieces, ends the connection, and waits until the server ends it, too. @returns the answers */
export async function exchange(network: Network, protocol: string, bytes: Buffer, piece: number): Promise<Buffer> {
  const socket = connect(network.server.gateway.tcp_ports[protocol]!, '127.0.0.1')
  const received: Buffer[] = []
  socket.on('data', (chunk: Buffer) => received.push(chunk))
  for (let at = 0; at < bytes.length; at += piece) socket.write(bytes.subarray(at, at + piece))
  socket.end()
  await new Promise((resolve) => socket.on('close', resolve))
  return Buffer.concat(received)
}
