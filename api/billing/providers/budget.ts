import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { ProviderError } from './errors.ts'

/** What Xero allows for one organisation's books, over all processes and all organisations that share them. */
export const limits = { at_once: 5, a_minute: 60, a_day: 5000 }

/**
 * Counts a call against the limits of the provider, before it is made.
 *
 * @param timeout_s the call has ended by then, even if its process does not live to say so
 * @returns what `endCall` takes
 * @throws {ProviderError} `limited`, with the seconds until there is room
 */
export async function takeCall(db: Db, { provider, tenant_id }: Books, timeout_s: number): Promise<string> {
  for (let tries = 0; ; tries++) {
    const { lease, wait_s } = await tryToTake(db, { provider, tenant_id }, timeout_s)
    if (lease !== null) return lease
    // Room among those at once comes soon; for the others the outbox waits.
    if (wait_s > 0 || tries >= TRIES) {
      throw new ProviderError('limited', 'The limit of calls is reached.', Math.max(Math.ceil(wait_s), 1))
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export async function endCall(db: Db, { provider, tenant_id }: Books, lease: string): Promise<void> {
  await sql`update provider_rate set running = array_remove(running, ${lease}::timestamptz)
    where provider = ${provider} and tenant_id = ${tenant_id}`.execute(db)
}

/** The provider has asked to wait: nothing is called before. */
export async function block(db: Db, { provider, tenant_id }: Books, wait_s: number): Promise<void> {
  await sql`update provider_rate set blocked_until = greatest(blocked_until, now() + make_interval(secs => ${wait_s}::float8))
    where provider = ${provider} and tenant_id = ${tenant_id}`.execute(db)
}

/** The row is locked by its update, so that processes count one after another. */
async function tryToTake(db: Db, { provider, tenant_id }: Books, timeout_s: number) {
  return db.transaction().execute(async (trx): Promise<{ lease: string | null; wait_s: number }> => {
    await sql`insert into provider_rate (provider, tenant_id) values (${provider}, ${tenant_id})
      on conflict (provider, tenant_id) do update set
        recent = array(select at from unnest(provider_rate.recent) at where at > clock_timestamp() - interval '1 minute'),
        running = array(select at from unnest(provider_rate.running) at where at > clock_timestamp()),
        day_count = case when provider_rate.day = current_date then provider_rate.day_count else 0 end,
        day = current_date`.execute(trx)
    const { rows } = await sql<{ is_free: boolean; wait_s: number }>`
      select cardinality(running) < ${limits.at_once} as is_free, greatest(0,
        extract(epoch from blocked_until - clock_timestamp()),
        case when cardinality(recent) >= ${limits.a_minute}
          then extract(epoch from (select min(at) from unnest(recent) at) + interval '1 minute' - clock_timestamp()) end,
        case when day_count >= ${limits.a_day} then extract(epoch from current_date + 1 - clock_timestamp()) end)::float8 as wait_s
      from provider_rate where provider = ${provider} and tenant_id = ${tenant_id}`.execute(trx)
    const { is_free, wait_s } = rows[0]!
    if (!is_free || wait_s > 0) return { lease: null, wait_s }
    const taken = await sql<{ lease: string }>`
      with call as (select clock_timestamp() as at)
      update provider_rate set recent = recent || call.at, day_count = day_count + 1,
        running = running || (call.at + make_interval(secs => ${timeout_s}::float8))
      from call where provider = ${provider} and tenant_id = ${tenant_id}
      returning (call.at + make_interval(secs => ${timeout_s}::float8))::text as lease`.execute(trx)
    return { lease: taken.rows[0]!.lease, wait_s: 0 }
  })
}

/** Half a minute. */
const TRIES = 300

export type Books = { provider: 'xero' | 'stripe'; tenant_id: string }
