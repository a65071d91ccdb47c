import type { FastifyInstance } from 'fastify'
import { cancelledBy } from '#db/cancelling.ts'

/**
 * Cancels the statements of a request when its client disconnects. A request with an Idempotency-Key continues, since
 * its answer is stored for a retry.
 */
export function addCancelling(app: FastifyInstance): void {
  app.addHook('preHandler', (request, reply, done) => {
    const disconnected = new AbortController()
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished && !request.claimed_key) disconnected.abort()
    })
    cancelledBy(disconnected.signal, done)
  })
}
