import type { FastifyError, FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { type Expression, type SqlBool, sql } from 'kysely'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Db } from '#db/database.ts'
import { canonicalNumber } from '#db/tracker_number.ts'
import type { ApiContext } from '../context.ts'
import { checkAttempts, takeAttempt } from '../http/attempts.ts'
import type { AppError, ErrorCode } from '../http/errors.ts'
import { toAppError } from '../http/failures.ts'
import type { Viewer } from './viewer.ts'

/** Fields that are unique in the installation, by the routes that set them. */
const routes: Record<string, string[]> = {
  'PUT /user': ['username', 'email'],
  'POST /user': ['username', 'email'],
  'POST /user/register': ['username'],
  'POST /user/register/complete': ['username'],
  'POST /username/change': ['username'],
  'POST /email/change': ['email'],
  'POST /organisation': ['name'],
  'PUT /tracker': ['number'],
  'POST /tracker': ['number'],
}

/**
 * Rate-limits conflicts that reveal rows the viewer cannot see: per account, organisation and network; beyond the limit
 * every such request gets 429. Conflicts with visible rows reveal nothing and are not counted, so importing existing
 * rows works.
 *
 * @param reads what the viewer may read of each table
 */
export function addConflictLimits(app: FastifyInstance, { db }: ApiContext, reads: Reads): void {
  const prefix = app.prefix
  app.addHook('onRoute', (route) => {
    const path = route.url.slice(prefix.length)
    const fields = [route.method].flat().flatMap((method) => routes[`${method} ${path}`] ?? [])
    if (fields.length === 0) return
    const inner = route.handler as RouteHandlerMethod
    route.handler = async function (request, reply) {
      const names = Object.keys((request.body ?? {}) as object)
      if (!fields.some((field) => names.includes(field))) return inner.call(this, request, reply)
      return withAccountLimit(String(request.viewer?.user_id ?? request.ip), async () => {
        const counted = countedFor(request)
        for (const { kind, subject } of counted) await checkAttempts(db, kind, subject)
        try {
          return await inner.call(this, request, reply)
        } catch (error) {
          const conflict = toAppError(error as FastifyError)
          if (conflict && conflict.code in taken && !(await isSeen(db, request, conflict, reads))) {
            for (const { kind, subject } of counted) await takeAttempt(db, kind, subject)
          }
          throw error
        }
      })
    }
  })
}

function countedFor({ viewer, ip, body }: FastifyRequest) {
  const network = { kind: 'conflict_address' as const, subject: ip }
  if (!viewer) return [network]
  const named = (body as { organisation_id?: unknown } | undefined)?.organisation_id
  const { organisation_id } = viewer.memberships.find((m) => m.organisation_id === named) ?? viewer.memberships[0] ?? {}
  return [
    { kind: 'conflict' as const, subject: viewer.user_id },
    ...(organisation_id ? [{ kind: 'conflict_organisation' as const, subject: organisation_id }] : []),
    network,
  ]
}

/** Whether the viewer can read the conflicting row. */
async function isSeen(db: Db, { viewer, body }: FastifyRequest, { code }: AppError, reads: Reads): Promise<boolean> {
  if (!viewer) return false
  const { table, field, is } = taken[code]!
  const value = String((body as Record<string, unknown>)[field])
  const { rows } =
    await sql`select from ${sql.table(table)} where ${is(value)} and ${reads[table](viewer)} limit 1`.execute(db)
  return rows.length > 0
}

/** Lookups of the conflicting row, by the unique index that reported it. */
const taken: Partial<Record<ErrorCode, Conflict>> = {
  username_conflict: { table: 'user_account', field: 'username', is: isText('user_account.username') },
  email_conflict: { table: 'user_account', field: 'email', is: isText('user_account.email') },
  name_conflict: { table: 'organisation', field: 'name', is: isText('organisation.name') },
  number_conflict: {
    table: 'tracker',
    field: 'number',
    is: (number) => sql<SqlBool>`tracker.canonical_number = ${canonicalNumber(number)}`,
  },
}

function isText(column: string) {
  return (text: string) => sql<SqlBool>`lower(${sql.ref(column)}) = ${text.normalize('NFKC').trim().toLowerCase()}`
}

/** Limits concurrency per account: unlimited parallel requests would all be answered before the first is counted. */
async function withAccountLimit<T>(subject: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(subject) ?? { limit: pLimit(4), waiting: 0 }
  queues.set(subject, queue)
  queue.waiting++
  try {
    return await queue.limit(work)
  } finally {
    if (--queue.waiting === 0) queues.delete(subject)
  }
}

const queues = new Map<string, { limit: LimitFunction; waiting: number }>()

type Reads = Record<Conflict['table'], (viewer: Viewer) => Expression<SqlBool>>
type Conflict = {
  table: 'user_account' | 'organisation' | 'tracker'
  field: string
  is(value: string): Expression<SqlBool>
}
