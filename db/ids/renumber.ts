import { type Kysely, sql } from 'kysely'
import { buildFiles } from '../history/build.ts'
import { fromMicros } from '../history/hot_rows.ts'
import { Lease } from '../history/lease.ts'
import { listParts, type Part } from '../history/parts.ts'
import type { HistoryStore } from '../history/store.ts'
import { commit } from '../history/swap.ts'
import type { Work } from '../history/work.ts'
import { FileWriter } from '../history/write.ts'
import type { Database } from '../tables/index.ts'
import { type Copy, findDoubled, type KeyedEvent, readCopies } from './doubled.ts'
import { continueEventsInFiles } from './in_files.ts'
import { followEvents, listed, type Moved } from './references.ts'

/**
 * Gives new ids to events whose id an earlier one has. Of several the one that arrived first keeps it; the others get
 * the next ids of the sequence, in the order of their arrival. No day is closed in the meantime.
 *
 * It can be killed at any moment: each batch of rows and each file changes in one transaction, with what refers to it.
 * The next run does what is left.
 *
 * @throws {Error} with one sentence for people when another process works on closed days
 */
export async function renumberEvents(
  db: Kysely<Database>,
  store: HistoryStore,
  { is_dry = false, on_progress = () => {}, ...limits }: Renumbering = {},
): Promise<Renumbered> {
  const lease = await Lease.take(db)
  if (!lease) throw new Error('Another process works on closed days: try again in some minutes.')
  const work: Work = { db, store, lease, writer: new FileWriter(store), merge_rows: 1, step: () => lease.renew() }
  const report: Renumbered = { ids: 0, in_table: 0, in_files: 0, files: 0 }
  const done = new Set<number>()
  try {
    if (!is_dry) await db.transaction().execute((trx) => continueEventsInFiles(trx, store))
    for (;;) {
      const { ids, has_more } = await findDoubled(work, {
        done,
        on_progress,
        ...(is_dry && { most: MOST_COUNTED }),
        ...limits,
      })
      report.ids += ids.size
      if (ids.size > 0 && !is_dry) await renumber(work, ids, report, on_progress)
      // Without new ids, more than can be counted would be found again and again.
      if (!has_more || (is_dry && ids.size === MOST_COUNTED)) return report
    }
  } finally {
    await work.writer.close()
    await lease.release()
  }
}

async function renumber(work: Work, ids: ReadonlySet<number>, report: Renumbered, say: Say): Promise<void> {
  const moved = await numbered(work.db, await readCopies(work, ids))
  const in_table = moved.filter(({ part }) => part === null)
  for (let at = 0; at < in_table.length; at += BATCH) {
    await work.step()
    const batch = in_table.slice(at, at + BATCH)
    await work.db.transaction().execute(async (trx) => {
      await sql`update tracker_event e set id = k.new_id from ${listed(batch)}
        where e.organisation_id = k.organisation_id and e.tracker_id = k.tracker_id
          and e.fix_at = ${fromMicros(sql`k.fix_at`)} and e.digest = k.digest and e.id = k.id`.execute(trx)
      await followEvents(trx, batch)
    })
    report.in_table += batch.length
    say(`${report.in_table} events of the table have new ids`)
  }
  const by_file = Map.groupBy(
    moved.filter(({ part }) => part !== null),
    ({ part }) => part!.backend_key,
  )
  for (const events of by_file.values()) {
    await rewrite(work, events[0]!.part!, events)
    report.files++
    report.in_files += events.length
    say(`${report.in_files} events in ${report.files} files have new ids`)
  }
}

/** Decides which events get which ids. */
async function numbered(db: Kysely<Database>, copies: Copy[]): Promise<(Moved & Pick<Copy, 'part'>)[]> {
  const later = [...Map.groupBy(copies, ({ id }) => id).values()].flatMap((same) => {
    same.sort(byArrival)
    return same.slice(1).map((copy) => ({ ...copy, ...timesOf(copy, same) }))
  })
  later.sort(byArrival)
  const { rows } = await sql<{ id: number }>`select nextval('tracker_event_id_seq')::float8 as id
    from generate_series(1, ${later.length}::int)`.execute(db)
  return later.map((copy, i) => ({ ...copy, new_id: rows[i]!.id }))
}

const byArrival = (a: KeyedEvent, b: KeyedEvent) =>
  a.received - b.received || a.tracker_id - b.tracker_id || a.fix_at - b.fix_at || a.digest - b.digest

/** Between the arrivals of the tracker's other events with the id, in the middle. */
function timesOf(copy: Copy, same: Copy[]): Pick<Moved, 'since' | 'until'> {
  const own = same.filter(({ tracker_id }) => tracker_id === copy.tracker_id)
  const at = own.indexOf(copy)
  const middle = (other: Copy | undefined) => (other ? Math.round((copy.received + other.received) / 2) : null)
  return { since: middle(own[at - 1]), until: middle(own[at + 1]) }
}

/** Writes a file again with the new ids, and names it instead of the old one. */
async function rewrite(work: Work, { organisation_id, day, part }: Part, events: Moved[]): Promise<void> {
  await work.step()
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(work.db)
  const { parts, removed, changed } = await listParts(work.db, {
    organisation_ids: [organisation_id],
    from: day,
    to: day,
  })
  const span = { organisation_id, day, from_tracker_id: 0, to_tracker_id: 0, closing: null }
  const new_ids = new Map(events.map((event) => [`${event.tracker_id} ${event.fix_at} ${event.digest}`, event.new_id]))
  const replaced = parts.filter((one) => one.part === part)
  const built = await buildFiles(work, { span, replaced, removed, changed, new_ids })
  await commit(work, [built], rows[0]!.now, async (trx) => {
    for (let at = 0; at < events.length; at += BATCH) await followEvents(trx, events.slice(at, at + BATCH))
  })
}

/** Of a dry run. */
const MOST_COUNTED = 5_000_000
/** Rows of a transaction. */
const BATCH = 1000

type Say = (text: string) => void
export type Renumbering = {
  /** Only counts. */
  is_dry?: boolean
  on_progress?: Say
  /** For tests: less memory. */
  chunks?: number
  most?: number
}
export type Renumbered = {
  /** Ids that more than one event had; a dry run counts up to 5 000 000. */
  ids: number
  /** Events that have new ids. */
  in_table: number
  in_files: number
  /** Files that were written again. */
  files: number
}
