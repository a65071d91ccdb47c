import { createSocket, type Socket } from 'node:dgram'

/** Opens a socket for datagrams. */
export async function bind({ port, host }: Address): Promise<Socket> {
  const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', recvBufferSize: 1024 * 1024 })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind({ port, address: host }, () => resolve(void socket.off('error', reject)))
  })
  return socket
}

export const unbind = (socket: Socket) => new Promise<void>((resolve) => socket.close(() => resolve()))

export type Address = { port: number; host: string }

export type UdpTransport = {
  /** Drops the cached lookups of a changed tracker. */
  forget(tracker_id: number): void
  pause(): void
  stop(): Promise<void>
}
