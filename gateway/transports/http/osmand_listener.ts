import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { countConnections } from '../shared/addresses.ts'
import type { Phones } from '../shared/phones.ts'
import { addPhoneRoutes } from './index.ts'

/** OsmAnd's usual port; apps send to any path. */
export async function startOsmand(phones: Phones, port: number): Promise<{ port: number; stop(): Promise<void> }> {
  const { config, refusals } = phones.context
  const app = fastify({
    logger: false,
    requestTimeout: 30_000,
    connectionTimeout: 70_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: true,
    http: { connectionsCheckingInterval: 5_000 },
  })
  countConnections(app.server, phones.connections, (address) =>
    refusals.note('osmand', address, 'too many connections, in all or from this address'),
  )
  await addPhoneRoutes(app, () => phones, { osmand: '/*' })
  await app.listen({ port, host: config.host })
  return { port: (app.server.address() as AddressInfo).port, stop: () => app.close() }
}
