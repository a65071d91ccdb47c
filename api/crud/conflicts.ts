import type { FastifyError, FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { type Expression, type SqlBool, sql } from 'kysely'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Db } from '#db/database.ts'
import type { Database } from '#db/tables/index.ts'
import type { ApiContext } from '../context.ts'
import { checkAttempts, takeAttempt } from '../http/attempts.ts'
import type { ErrorCode } from '../http/errors.ts'
import { toAppError } from '../http/failures.ts'
import type { Viewer } from './viewer.ts'

/**
 * Rate-limits conflicts that reveal rows the viewer cannot see: per account, organisation and network; beyond the limit
 * every such request gets 429. Conflicts with visible rows reveal nothing and are not counted, so importing existing
 * rows works. Routes say which of their fields are unique in the installation (`unique`), domains how to find the other
 * row.
 */
export function addConflictLimits(app: FastifyInstance, { db }: ApiContext, conflicts: Conflicts): void {
  app.addHook('onRoute', (route) => {
    const fields = route.config?.unique
    if (!fields) return
    const inner = route.handler as RouteHandlerMethod
    route.handler = async function (request, reply) {
      const names = Object.keys((request.body ?? {}) as object)
      if (!fields.some((field) => names.includes(field))) return inner.call(this, request, reply)
      return withAccountLimit(String(request.viewer?.user_id ?? request.ip), async () => {
        return countConflicts(db, request, conflicts, request.body, () => inner.call(this, request, reply))
      })
    }
  })
}

/** Counts a conflict of what a request writes with a row that its viewer does not see. @throws {AppError} beyond the limit */
export async function countConflicts<T>(
  db: Db,
  request: Asking,
  conflicts: Conflicts,
  body: unknown,
  write: () => Promise<T> | T,
): Promise<T> {
  const counted = countedFor(request)
  for (const { kind, subject } of counted) await checkAttempts(db, kind, subject)
  try {
    return await write()
  } catch (error) {
    const conflict = toAppError(error as FastifyError)
    const of = conflict && conflicts[conflict.code]
    if (of && !(await isSeen(db, request.viewer, body, of))) {
      for (const { kind, subject } of counted) await takeAttempt(db, kind, subject)
    }
    throw error
  }
}

function countedFor({ viewer, ip, body }: Asking) {
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
async function isSeen(db: Db, viewer: Viewer | null, body: unknown, conflict: Conflict): Promise<boolean> {
  if (!viewer) return false
  const { table, field, is, reads } = conflict
  const value = String((body as Record<string, unknown>)[field])
  const { rows } = await sql`select from ${sql.table(table)} where ${is(value)} and ${reads(viewer)} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Texts are unique in any case. */
export function isText(column: string) {
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

type Asking = Pick<FastifyRequest, 'viewer' | 'ip' | 'body'>

/** How to find the row that an error reports, by the unique index. */
export type Conflict = {
  table: keyof Database
  field: string
  is(value: string): Expression<SqlBool>
  /** What the viewer may read. */
  reads(viewer: Viewer): Expression<SqlBool>
}
export type Conflicts = Partial<Record<ErrorCode, Conflict>>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Fields of the body that are unique in the installation. */
    unique?: readonly string[]
  }
}
