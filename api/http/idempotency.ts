import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { purposes } from '#db/tables/purposes.ts'
import type { ApiContext } from '../context.ts'
import { AppError, wrong } from './errors.ts'
import { hasRights, rightsOf } from './rights.ts'

/**
 * A PUT, or a POST that sends, with an `Idempotency-Key` creates once: the same request of the same person on the same
 * path gets the first answer again, for a day, as long as they have the rights that they had then and still read what
 * was created. While the first request is running, or if its outcome is unknown, the second gets 409: nothing is ever
 * created twice.
 */
export function addIdempotency(app: FastifyInstance, { db, keys }: ApiContext): void {
  app.decorateRequest('claimed_key', false)
  app.decorateRequest('first_answer', null)
  app.addHook('preHandler', async (request, reply) => {
    const name = nameOf(request)
    if (!name) return
    const body_sha256 = hash('sha256', JSON.stringify(request.body ?? null))
    const claimed = await db
      .insertInto('idempotency_key')
      .values({ ...name, body_sha256 })
      .onConflict((on) => on.doNothing())
      .returning('key')
      .executeTakeFirst()
    request.claimed_key = claimed !== undefined
    if (claimed) return
    const first = await db.selectFrom('idempotency_key').selectAll().where(isKey(name)).executeTakeFirst()
    if (first && first.body_sha256 !== body_sha256) {
      throw new AppError('conflict', 'Idempotency-Key: was used for something else.', 'Idempotency-Key')
    }
    if (!first?.sealed || !first.status) {
      throw new AppError('conflict', 'The same request is under way. Please try again in a moment.', 'Idempotency-Key')
    }
    const { rights, payload } = JSON.parse(keys.unseal(first.sealed, purposes.idempotency(name.key))) as Kept
    if (!hasRights(request.viewer!, rights)) {
      throw new AppError('forbidden', 'Idempotency-Key: you have no longer the rights that the first request had.')
    }
    await request.routeOptions.config.checkReplay?.(request.viewer!, JSON.parse(payload).data)
    if (isForm(request)) {
      // What was uploaded is compared by the handler, which reads it.
      request.first_answer = { status: first.status, payload }
      return
    }
    return reply.code(first.status).header('idempotency-replayed', 'true').type('application/json').send(payload)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const name = request.claimed_key ? nameOf(request) : null
    if (!name) return payload
    // A refused request may be corrected and sent again; after a server error the outcome is unknown.
    if (reply.statusCode >= 400 && reply.statusCode < 500) {
      await db.deleteFrom('idempotency_key').where(isKey(name)).execute()
    } else if (reply.statusCode < 300) {
      // Answers may hold secrets that are shown once, such as device tokens: reading them needs the key of the request.
      const kept: Kept = { rights: rightsOf(request.viewer!), payload: String(payload) }
      const sealed = keys.seal(JSON.stringify(kept), purposes.idempotency(name.key))
      await db.updateTable('idempotency_key').set({ status: reply.statusCode, sealed }).where(isKey(name)).execute()
    }
    return payload
  })
}

const isForm = ({ headers }: FastifyRequest) => headers['content-type']?.startsWith('multipart/') === true

function nameOf(request: FastifyRequest): KeyName | null {
  const key = request.headers['idempotency-key']
  const is_covered = request.method === 'PUT' || request.routeOptions.config.idempotent === true
  if (!is_covered || !request.viewer || typeof key !== 'string') return null
  if (key.length === 0 || key.length > 200) throw wrong('Idempotency-Key', 'give 1 to 200 characters.')
  return { user_id: request.viewer.user_id, path: request.url.split('?')[0]!, key }
}

const isKey = ({ user_id, path, key }: KeyName) =>
  sql<boolean>`user_id = ${user_id} and path = ${path} and key = ${key}`

type Viewer = NonNullable<FastifyRequest['viewer']>
type Kept = { rights?: string[]; payload: string }
type KeyName = { user_id: number; path: string; key: string }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a POST with an Idempotency-Key is done once. */
    idempotent?: true
    /** Rejects where the viewer may not have the `data` of a kept answer any more. */
    checkReplay?: (viewer: Viewer, data: unknown) => Promise<unknown>
  }
  interface FastifyRequest {
    /** Whether this request is the first with its idempotency key. */
    claimed_key: boolean
    /** The answer to the first upload with the same key. */
    first_answer: { status: number; payload: string } | null
  }
}
