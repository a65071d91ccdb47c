import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { ApiContext } from './context.ts'

/** For whoever runs the server: alive, ready, and Prometheus' figures. */
export function addHealth(app: FastifyInstance, { db, registry, healthy }: ApiContext): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const database = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    const ready = database && healthy()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'waiting', database, ingest: healthy() })
  })

  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('content-type', registry.contentType)
    return registry.metrics()
  })
}
