import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { addPhoneRoutes } from './http.ts'
import type { Phones } from './phones.ts'

/** OsmAnd's customary port, where apps send to any path. */
export async function startOsmand(phones: Phones, port: number): Promise<{ port: number; stop(): Promise<void> }> {
  const { config, refusals } = phones.context
  const app = fastify({
    logger: false,
    requestTimeout: 30_000,
    connectionTimeout: 70_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: true,
  })
  app.server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (!phones.connections.enter(address)) {
      refusals.note('osmand', address, 'too many connections')
      socket.destroy()
      return
    }
    socket.once('close', () => phones.connections.leave(address))
  })
  await addPhoneRoutes(app, () => phones, { osmand: '/*' })
  await app.listen({ port, host: config.host })
  return { port: (app.server.address() as AddressInfo).port, stop: () => app.close() }
}
