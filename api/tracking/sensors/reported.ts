import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { historyOf } from '#db/history/of.ts'
import { readEvents } from '#db/history/read.ts'
import { listShownParts } from '#db/history/shown_parts.ts'
import { isShown } from '#db/privacy/private_trips.ts'
import { attributeAt, numberOf } from '#db/sensors/calibrate.ts'
import { AppError } from '../../http/errors.ts'

/**
 * What a tracker has reported at some paths, in the order of time, from the table and from files. The table is read
 * first, and the files are found after it: an event that moves in between is in both, and taken once.
 *
 * @throws {DamagedHistory}
 * @throws {Cancelled} when `signal` is aborted
 */
export async function* readReported(db: Db, request: Request, signal: AbortSignal): AsyncGenerator<Reported> {
  if (request.paths.length === 0) return
  const stored = await readStored(db, request, signal)
  let next = 0
  for await (const archived of readArchived(db, request, signal)) {
    while (next < stored.length && compare(stored[next]!, archived) < 0) yield stored[next++]!
    if (next < stored.length && stored[next]!.id === archived.id) next++
    yield archived
  }
  for (; next < stored.length; next++) yield stored[next]!
}

/** Values alone: attributes of a month of reports each second would not fit into memory. */
async function readStored(db: Db, request: Request, signal: AbortSignal): Promise<Reported[]> {
  const { organisation_id, tracker_id, from, until, paths } = request
  const all: Reported[] = []
  const ends = sql`e.fix_at < to_timestamp(${until} / 1000.0)`
  for (let after: Row | null = null; ; ) {
    signal.throwIfAborted()
    const begins: RawBuilder<unknown> = after
      ? sql`(e.fix_at, e.digest) > (${after.fix_at}::timestamptz, ${after.digest}::bigint)`
      : sql`e.fix_at >= to_timestamp(${from} / 1000.0)`
    const { rows }: { rows: Row[] } = await sql<Row>`
      select e.id, e.fix_at, e.digest, (extract(epoch from e.fix_at) * 1000)::float8 as at, ${isShown('e')} as shown,
        (select json_agg(coalesce(e.attributes -> p.path, e.attributes #> string_to_array(p.path, '.')) order by p.i)
          from unnest(${paths}::text[]) with ordinality p (path, i)) as raws
      from tracker_event e
      where e.organisation_id = ${organisation_id} and e.tracker_id = ${tracker_id} and ${begins} and ${ends}
      order by e.fix_at, e.digest limit ${PAGE}`.execute(db)
    for (const { id, at, shown, raws } of rows) {
      const values = raws.map(numberOf)
      if (shown && values.some((value) => value !== null)) all.push({ id: Number(id), at, values })
    }
    if (all.length > MOST)
      throw new AppError('not_possible', 'These are too many reports. Please choose a shorter period.')
    if (rows.length < PAGE) return all
    after = rows.at(-1)!
  }
}

async function* readArchived(db: Db, request: Request, signal: AbortSignal): AsyncGenerator<Reported> {
  const store = historyOf(db)
  if (!store) return
  const { organisation_id, tracker_id, from, until, paths } = request
  const span = { from: new Date(from).toISOString(), to: new Date(until).toISOString() }
  const tracker_ids = new Set([tracker_id])
  const parts = await listShownParts(db, { organisation_ids: [organisation_id], ...span, tracker_ids })
  const filter = { tracker_ids, from: from * 1000, to: until * 1000 - 1 }
  const readers = paths.map(readerOf)
  const pages = readEvents(store, parts, {
    filter,
    order: 'fix_at',
    columns: ['id', 'fix_at', 'attributes'],
    window_rows: 20_000,
    signal,
  })
  for await (const page of pages) {
    for (const { id, fix_at, attributes } of page) {
      if (attributes === null) continue
      const values = readers.map((read) => read(attributes))
      if (values.some((value) => value !== null)) yield { id, at: fix_at / 1000, values }
    }
  }
}

/** Reads one value of attributes as text; of a flat object without reading the others, which are most of a year. */
function readerOf(path: string): (attributes: string) => number | null {
  const key = `${JSON.stringify(path)}: `
  return (attributes) => {
    if (attributes.indexOf('{', 1) !== -1 || attributes.includes('[') || attributes.includes('\\')) {
      return numberOf(attributeAt(JSON.parse(attributes), path))
    }
    const at = attributes.indexOf(key)
    if (at === -1) return null
    const begin = at + key.length
    const end =
      attributes[begin] === '"'
        ? attributes.indexOf('"', begin + 1) + 1
        : attributes.slice(begin).search(/[,}]/) + begin
    return numberOf(JSON.parse(attributes.slice(begin, end)))
  }
}

const compare = (a: Reported, b: Reported) => a.at - b.at || a.id - b.id

const PAGE = 20_000
/** Reports in the table. */
const MOST = 1_000_000

type Row = { id: number; fix_at: string; digest: number; at: number; shown: boolean; raws: unknown[] }
/** Times are milliseconds since 1970; `until` is not included. */
type Request = { organisation_id: number; tracker_id: number; from: number; until: number; paths: string[] }
export type Reported = { id: number; at: number; values: (number | null)[] }
