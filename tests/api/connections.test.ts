import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type Network, startNetwork } from '../network.ts'

let network: Network
const open: Socket[] = []
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  await network.stop()
})

/**
 * Opens idle connections.
 *
 * @returns how many are still open after a complete request was answered
 */
async function openIdle(count: number): Promise<number> {
  const sockets = await Promise.all(Array.from({ length: count }, dial))
  const alive = await Promise.all(sockets.map(isAlive))
  return alive.filter(Boolean).length
}

async function dial(): Promise<Socket> {
  const socket = connect(network.server.http_port, '127.0.0.1')
  socket.on('error', () => {})
  open.push(socket)
  await once(socket, 'connect')
  return socket
}

/** Sends a request: a refused connection is closed instead. */
async function isAlive(socket: Socket): Promise<boolean> {
  if (socket.destroyed) return false
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true))
    socket.once('close', () => resolve(false))
  })
}

it('limits the connections of one address, and accepts new ones after others end', async () => {
  network = await startNetwork({ HTTP_MAX_PER_ADDRESS: '20' })
  const alive = await openIdle(40)
  // The test's own requests use some connections.
  expect(alive).toBeGreaterThan(10)
  expect(alive).toBeLessThanOrEqual(20)
  for (const socket of open.splice(0)) socket.destroy()
  await expect.poll(() => openIdle(10)).toBe(10)
})

it('does not limit a trusted proxy', async () => {
  network = await startNetwork({ HTTP_MAX_PER_ADDRESS: '20', TRUST_PROXY: 'loopback' })
  expect(await openIdle(40)).toBe(40)
})
