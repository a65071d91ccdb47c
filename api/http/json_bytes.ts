import type { FastifyInstance } from 'fastify'

const MAX_BYTES = 512 * 1024

/** Keeps bodies of JSON as the bytes that arrived, over which they are signed. Call within an encapsulated context. */
export function keepJsonBytes(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
    done(null, body),
  )
}
