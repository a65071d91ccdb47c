import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '../../../scripts/postgres.ts'

/** A proxy between devices and the server that can cut and stall connections. */
export async function startProxy(to_port: number): Promise<BadNetwork> {
  const port = await freePort()
  const pairs = new Set<[Socket, Socket]>()
  const server = createServer({ noDelay: true }, (device) => {
    const away = connect({ port: to_port, host: '127.0.0.1', noDelay: true })
    const pair: [Socket, Socket] = [device, away]
    pairs.add(pair)
    device.pipe(away)
    away.pipe(device)
    const end = () => {
      pairs.delete(pair)
      device.destroy()
      away.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const all = () => [...pairs].flat()
  return {
    port,
    cut() {
      for (const socket of all()) socket.destroy()
    },
    async stall(ms) {
      const stalled = all()
      for (const socket of stalled) socket.pause()
      await new Promise((resolve) => setTimeout(resolve, ms))
      for (const socket of stalled) if (!socket.destroyed) socket.resume()
    },
    async stop() {
      for (const socket of all()) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type BadNetwork = {
  port: number
  /** Ends every connection, whatever is under way on it. */
  cut(): void
  /** Lets nothing through for so long, either way. */
  stall(ms: number): Promise<void>
  stop(): Promise<void>
}
