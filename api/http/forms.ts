import type { FastifyInstance } from 'fastify'

const MAX_BYTES = 16 * 1024

/** Accepts form bodies. Other routes refuse them, since any foreign page can submit a form. */
export function addForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
}
