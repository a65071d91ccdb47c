import { type RawBuilder, sql } from 'kysely'
import { backoff_s, Lease } from '#db/background/lease.ts'
import type { Db, Trx } from '#db/database.ts'

export const lease = new Lease({ table: 'provider_outbox', seconds: 15, open: sql`state = 'running'` })
/** About a day of retries. */
const ATTEMPTS = 32
const LONGEST_S = 3600

/**
 * Takes due pushes of connected organisations, oldest first. Those of one contact stay in order: a payment waits for its
 * invoice, which waits for its contact. What failed keeps nothing back.
 */
export async function takePushes(db: Db, limit: number): Promise<Push[]> {
  return lease.take<Push>(db, {
    from: sql`provider_outbox q
      join provider_connection c on c.id = q.provider_connection_id and c.state = 'connected'
      left join provider_rate r on r.provider = c.kind and r.tenant_id = c.tenant_id
      where q.state in ('queued', 'running') and q.not_before <= now() and ${lease.isFree('q')}
        and coalesce(r.blocked_until < now(), true)
        and not exists (
          select from provider_outbox e where e.provider_connection_id = q.provider_connection_id
            and e.follows = q.follows and e.id < q.id and e.state in ('queued', 'running'))`,
    order: sql`q.id`,
    limit,
    set: sql`state = 'running', attempts = attempts + 1, modified_at = now()`,
    returning: sql`id, organisation_id, provider_connection_id as connection_id, provider, kind, entity, entity_id, payload,
      idempotency_key, attempts, follows`,
  })
}

/**
 * Keeps the request of a push before it is sent the first time: each repeat is the same request with the same key.
 *
 * @returns the request that was kept first
 */
export async function keepRequest<T extends object>(db: Db, id: number, request: T): Promise<T> {
  const { rows } = await sql<{ request: T }>`
    update provider_outbox set payload = jsonb_build_object('request', ${JSON.stringify(request)}::jsonb) || payload
    where id = ${id} returning payload->'request' as request`.execute(db)
  return rows[0]!.request
}

/** @param after further statements in the same transaction */
export async function markDone(db: Db, push: Push, answer: Answer, after: (trx: Trx) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`update provider_outbox set state = 'done', answer = ${JSON.stringify(answer)}::jsonb, error = ${answer.warning ?? null},
        leased_until = null, done_at = now(), modified_at = now()
      where id = ${push.id} and state in ('queued', 'running')`.execute(trx)
    await sql`update provider_connection set last_push_at = now() where id = ${push.connection_id}`.execute(trx)
    await after(trx)
  })
}

/** @param reason for people */
export async function markFailed(db: Db, { id }: Pick<Push, 'id'>, reason: string): Promise<void> {
  await sql`update provider_outbox set state = 'failed', error = ${reason}, leased_until = null, done_at = now(),
      modified_at = now()
    where id = ${id} and state = 'running'`.execute(db)
}

/**
 * Puts a push back with a doubled delay. It fails after about a day, and ends where its organisation has disconnected.
 *
 * @param counts whether it counts as an attempt: not while a limit is reached
 */
export async function retryLater(db: Db, push: Push, { reason, wait_s, retry_s, counts }: Delay): Promise<void> {
  const doubled_s = counts ? backoff_s(push.attempts - 1, { first_s: retry_s, longest_s: LONGEST_S }) : sql`0`
  await sql`update provider_outbox o set
      state = case when not exists (select from provider_connection c
          where c.id = o.provider_connection_id and c.state <> 'disconnected') then 'cancelled'
        when ${counts}::boolean and o.attempts >= ${ATTEMPTS} then 'failed' else 'queued' end,
      not_before = now() + make_interval(secs => greatest(${doubled_s}, ${wait_s}::float8)), error = ${reason}, leased_until = null,
      attempts = o.attempts - ${counts ? 0 : 1}, modified_at = now()
    where id = ${push.id} and state = 'running'`.execute(db)
}

/** What is queued does not run after its organisation has disconnected; what runs ends by itself. */
export async function cancelPushes(trx: Db, connection_id: number): Promise<void> {
  await sql`update provider_outbox set state = 'cancelled', error = 'Disconnected.', leased_until = null, done_at = now(),
      modified_at = now()
    where provider_connection_id = ${connection_id} and (state = 'queued' or (state = 'running' and leased_until < now()))`.execute(
    trx,
  )
}

/** Ends what a killed process has left running for an organisation that has disconnected. */
export async function cancelLeft(db: Db): Promise<void> {
  await sql`update provider_outbox o set state = 'cancelled', error = 'Disconnected.', leased_until = null, done_at = now()
    from provider_connection c where c.id = o.provider_connection_id and c.state = 'disconnected'
      and o.state in ('queued', 'running') and coalesce(o.leased_until < now(), true)`.execute(db)
}

/**
 * Queues pushes again that had failed or were cancelled, and those that failed because they follow them. Each gets a key
 * of its own: a provider may answer a refused request from memory.
 *
 * @param where a condition on `provider_outbox o`
 * @returns how many
 */
export async function queueAgain(db: Db, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with named as (select o.id, o.provider_connection_id, o.follows from provider_outbox o
        where o.state in ('failed', 'cancelled') and ${where})
    update provider_outbox p set state = 'queued', error = null, attempts = 0, not_before = now(), done_at = null,
      leased_until = null, payload = p.payload - 'request' || jsonb_build_object('again', coalesce((p.payload->>'again')::int, 1) + 1),
      idempotency_key = split_part(p.idempotency_key, '#', 1) || '#' || (coalesce((p.payload->>'again')::int, 1) + 1),
      modified_at = now()
    from provider_connection c
    where c.id = p.provider_connection_id and c.state = 'connected' and p.payload->>'tenant_id' = c.tenant_id
      and p.state in ('failed', 'cancelled')
      and exists (select from named n where n.id = p.id
        or (n.provider_connection_id = p.provider_connection_id and n.follows = p.follows and n.id < p.id))
    returning p.id`.execute(db)
  return rows.length
}

/** Whether an earlier call may have been done without our knowing. */
export const mayBeDone = ({ attempts, payload }: Push) => attempts > 1 || payload.again !== undefined

/** The provider's id of what was pushed; null while it was not. */
export async function externalId(db: Db, { tenant_id, entity, entity_id }: Pushed): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select answer->>'id' as id from provider_outbox
    where entity = ${entity} and entity_id = ${entity_id} and payload->>'tenant_id' = ${tenant_id} and state = 'done'
      and kind in ('create', 'update') order by id desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}

type Delay = { reason: string; wait_s: number; retry_s: number; counts: boolean }
type Pushed = { tenant_id: string; entity: string; entity_id: number }

/** `warning`: it was done, and people should know something. */
export type Answer = { id: string; number?: string; warning?: string }

export type Push = {
  id: number
  organisation_id: number
  connection_id: number
  provider: 'xero' | 'stripe'
  kind: string
  entity: string
  entity_id: number
  payload: { tenant_id: string; label: string; request?: object } & Record<string, unknown>
  idempotency_key: string
  /** With this one. */
  attempts: number
  follows: string | null
}
