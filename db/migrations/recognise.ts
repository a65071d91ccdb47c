import { type Kysely, sql } from 'kysely'
import { releasedChecksums } from './list.ts'

/**
 * Tells by the schema which released variants of the two edited migrations a database has run that recorded none.
 * The others have one variant each.
 *
 * @returns checksums by the migration's name; null where the schema is of no released variant
 */
// biome-ignore lint/suspicious/noExplicitAny: older than today's tables
export async function recognise(db: Kysely<any>): Promise<Record<string, string | null>> {
  const { rows } = await sql<Facts>`
    select md5(f.prosrc) as trigger_md5, f.proconfig is not null as jit_off,
      ${column('boundary_part', 'id')} as part_id,
      ${column('boundary', 'schedule')} as boundary_schedule,
      ${column('recipient', 'id')} as recipient_id
    from (select) one left join pg_proc f
      on f.proname = 'keep_boundary_parts' and f.pronamespace = current_schema()::regnamespace`.execute(db)
  const facts = rows[0]!
  const tracking = trackingVariants.findIndex((is) => is(facts))
  const isLast = tracking === trackingVariants.length - 1
  const messages = facts.recipient_id ? 2 : facts.boundary_schedule && !isLast ? 0 : 1
  return {
    '20261121_tracking': releasedChecksums('20261121_tracking')[tracking] ?? null,
    '20261126_messages': releasedChecksums('20261126_messages')[messages]!,
  }
}

/** In the order of `releasedChecksums`. */
const trackingVariants: ((facts: Facts) => boolean)[] = [
  ({ trigger_md5, jit_off }) => trigger_md5 === SUBDIVIDED && !jit_off,
  ({ trigger_md5, jit_off }) => trigger_md5 === SUBDIVIDED && jit_off,
  ({ trigger_md5, part_id }) => trigger_md5 === CUT_ON_GRID && !part_id,
  ({ trigger_md5, part_id }) => trigger_md5 === CUT_ON_GRID && part_id,
  ({ trigger_md5 }) => trigger_md5 === SCHEDULED,
]

// The text of keep_boundary_parts() in each.
const SUBDIVIDED = 'b281dc98a05244fbedd6fee6d0475749'
const CUT_ON_GRID = 'f60f5b4c8b2c759da8e42f7bff7f2b59'
const SCHEDULED = '29a19c76f05571085a8f84e603161f5d'

const column = (table: string, name: string) => sql`exists (
  select from information_schema.columns
  where table_schema = current_schema() and table_name = ${table} and column_name = ${name})`

type Facts = {
  trigger_md5: string | null
  jit_off: boolean
  part_id: boolean
  boundary_schedule: boolean
  recipient_id: boolean
}
