import { timingSafeEqual } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { isServed } from '#db/moving/hold.ts'
import { defaultFeatures } from '#db/tables/organisations/organisation_config.ts'
import type { ApiContext } from '../../context.ts'
import { tokenHash } from '../../crud/session/random_token.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { rates } from '../../http/limits/rates.ts'
import { recordCompletion } from './complete.ts'
import { readStatements, type Statement } from './statements.ts'

export const XAPI = '/xapi'
const BODY_BYTES = 512 * 1024
const schema = { hide: true }

/**
 * Adds the address at which course sites say, by xAPI 1.0.3, who has completed a course. Statements are not kept, and
 * cannot be read: what counts becomes an attendance.
 */
export async function addCourseStatements(app: FastifyInstance, context: ApiContext): Promise<void> {
  await app.register(async (instance) => {
    await instance.register(rateLimit, rates(context.config.http_rate))
    instance.addHook('onRequest', async (_request, reply) => {
      reply.header('x-experience-api-version', VERSION)
    })
    instance.addHook('onError', async (_request, reply, error) => {
      if (error instanceof AppError && error.code === 'unauthorized') {
        reply.header('www-authenticate', 'Basic realm="Ringfence", charset="UTF-8"')
      }
    })
    instance.get(`${XAPI}/about`, { schema }, async () => ({ version: [VERSION] }))
    const options = { schema, bodyLimit: BODY_BYTES }
    instance.post(`${XAPI}/statements`, options, async (request, reply) => {
      const statements = await take(context, request, reply)
      return statements.map(({ id }) => id ?? crypto.randomUUID())
    })
    instance.put<{ Querystring: { statementId?: string } }>(`${XAPI}/statements`, options, async (request, reply) => {
      if (Array.isArray(request.body)) throw new AppError('bad_request', 'One statement is taken by PUT.')
      if (typeof request.query.statementId !== 'string') throw wrong('statementId', 'is missing.')
      await take(context, request, reply)
      return reply.code(204).send()
    })
    instance.get(`${XAPI}/statements`, { schema }, (_request, reply) =>
      reply.code(405).header('allow', 'POST, PUT').send({ message: 'Statements are taken, and cannot be read.' }),
    )
  })
}

async function take(context: ApiContext, request: FastifyRequest, reply: FastifyReply): Promise<Statement[]> {
  const organisation_id = await organisationOfKey(context.db, request.headers.authorization)
  if (!/^1\.0(\.\d+)?$/.test(String(request.headers['x-experience-api-version'] ?? ''))) {
    throw new AppError('bad_request', 'X-Experience-API-Version: has to be 1.0.3, or another 1.0.', 'version')
  }
  // All are read before one is recorded.
  const statements = readStatements(request.body)
  const reasons = new Set<string>()
  let recorded = 0
  for (const { completion } of statements) {
    if (!completion) continue
    const reason = await recordCompletion(context, organisation_id, completion)
    if (reason === null) recorded++
    else reasons.add(reason)
  }
  // xAPI has no place for them, and a course site would send again what is refused: for who looks why it does not count.
  reply.header('x-recorded', recorded)
  if (reasons.size > 0) reply.header('x-not-recorded', [...reasons].join(' ').replace(/[^\x20-\x7e]/g, '?'))
  return statements
}

/** @throws {AppError} unauthorized without the key of an organisation that has CPD */
async function organisationOfKey(db: Db, authorization = ''): Promise<number> {
  const [, encoded = ''] = /^basic (\S+)$/i.exec(authorization) ?? []
  const [name = '', key = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  const organisation_id = /^\d{1,15}$/.test(name) ? Number(name) : 0
  const { rows } = await sql<{ key_sha256: string; is_used: boolean }>`
    select k.key_sha256, coalesce(k.last_used_at > now() - interval '1 minute', false) as is_used
    from cpd_course_key k left join organisation_config c on c.organisation_id = k.organisation_id
    where k.organisation_id = ${organisation_id} and ${isServed(sql`k.organisation_id`)}
      and 'cpd' = any (coalesce(c.features, ${defaultFeatures}::text[]))`.execute(db)
  const [stored] = rows
  if (!stored || !timingSafeEqual(Buffer.from(stored.key_sha256), Buffer.from(tokenHash(key)))) {
    throw new AppError(
      'unauthorized',
      'Please give the number of the organisation as the name, and its key of course sites.',
    )
  }
  if (!stored.is_used) {
    await sql`update cpd_course_key set last_used_at = now() where organisation_id = ${organisation_id}`.execute(db)
  }
  return organisation_id
}

const VERSION = '1.0.3'
