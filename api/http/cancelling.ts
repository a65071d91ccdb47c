import type { FastifyInstance } from 'fastify'
import { cancelledBy } from '#db/cancelling.ts'

/**
 * Stops the statements of a request when its client has left. One with an Idempotency-Key goes on: its answer is kept,
 * and whoever comes back for it must not find it unknown.
 */
export function addCancelling(app: FastifyInstance): void {
  app.addHook('preHandler', (request, reply, done) => {
    const left = new AbortController()
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished && !request.claimed_key) left.abort()
    })
    cancelledBy(left.signal, done)
  })
}
