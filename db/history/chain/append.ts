import { basename } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../database.ts'
import { unnestRows } from '../../unnest.ts'
import { micros } from '../parts.ts'
import { parseContents, rootOf } from './content.ts'
import { type Change, type Draft, type LinkKind, makeLink, noDay } from './link.ts'

/**
 * Appends links, each to the chain of its organisation, until the end of the transaction the only one to do so.
 *
 * @param drafts in their order; those of organisations that are being deleted are left out
 */
export async function appendLinks(trx: Db, drafts: readonly Draft[]): Promise<void> {
  if (drafts.length === 0) return
  await sql`select pg_advisory_xact_lock(hashtext('ringfence history chain'))`.execute(trx)
  const ids = [...new Set(drafts.map(({ organisation_id }) => organisation_id))].sort((a, b) => a - b)
  const { rows } = await sql<{ id: number; number: number | null; hash: string | null; now: string }>`
    select o.id, l.number, l.hash, ${iso(sql`clock_timestamp()`)} as now from organisation o
    left join lateral (select number, hash from history_link l where l.organisation_id = o.id
      order by number desc limit 1) l on true
    where o.id = any(${ids}::bigint[]) order by o.id for key share of o`.execute(trx)
  const heads = new Map(rows.map(({ id, number, hash }) => [id, number === null ? null : { number, hash: hash! }]))
  const made = drafts.flatMap((draft) => {
    const { organisation_id, kind, day } = draft
    const head = heads.get(organisation_id)
    if (head === undefined) return []
    const link = makeLink(head, draft, rows[0]!.now)
    heads.set(organisation_id, link)
    return [{ ...link, organisation_id, kind, day }]
  })
  const types = { bigint: ['organisation_id'], integer: ['number'], text: ['day', 'kind', 'body', 'hash'] } as const
  for (let at = 0; at < made.length; at += AT_ONCE) {
    await sql`insert into history_link (organisation_id, number, day, kind, body, hash, made_at)
      select organisation_id, number, day::date, kind, body, hash, ${rows[0]!.now}::timestamptz
      from ${unnestRows(made.slice(at, at + AT_ONCE), types, 'l')}`.execute(trx)
  }
}

/**
 * Appends a link for each of some days whose files were replaced in this transaction. A day with a file whose content is
 * not known yet gets its link when it is (`adopt.ts`).
 */
export async function linkDays(trx: Db, changed: readonly ChangedDay[]): Promise<void> {
  for (let at = 0; at < changed.length; at += AT_ONCE) {
    const some = changed.slice(at, at + AT_ONCE)
    const found = new Map((await readDays(trx, some)).map((one) => [keyOf(one), one]))
    await appendLinks(
      trx,
      some.flatMap(({ organisation_id, day, change, kind, had_files }) => {
        const state = found.get(keyOf({ organisation_id, day }))
        if (!state?.is_known || (!state.is_linked && state.draft.files.length === 0)) return []
        const first = had_files ? ('adopted' as const) : ('closed' as const)
        const is_first = !state.is_linked && kind === undefined
        return [{ ...state.draft, kind: kind ?? (is_first ? first : kindOf(change)), change: is_first ? null : change }]
      }),
    )
  }
}

/** The days whose files are all known and that no link is about, oldest first. */
export async function unlinkedDays(db: Db, most: number): Promise<Day[]> {
  const { rows } = await sql<Day>`select a.organisation_id, a.day::text as day from event_archive a
    where not exists (select from history_link l where l.organisation_id = a.organisation_id and l.day = a.day)
    group by a.organisation_id, a.day having bool_and(a.contents is not null)
    order by a.day, a.organisation_id limit ${most}`.execute(db)
  return rows
}

/** Says of each of some organisations' chains what has happened to all of it. Those without a chain get no link. */
export async function noteInChains(
  trx: Db,
  { organisation_ids, kind, note }: { organisation_ids: readonly number[] | null; kind: LinkKind; note: Draft['note'] },
): Promise<void> {
  const { rows } = await sql<{ organisation_id: number }>`select organisation_id from history_link
    where number = 1 and ${organisation_ids ? sql`organisation_id = any(${[...organisation_ids]}::bigint[])` : sql`true`}
    order by 1`.execute(trx)
  await appendLinks(
    trx,
    rows.map(({ organisation_id }) => ({ ...noDay, organisation_id, kind, note })),
  )
}

/** Says in the chains of organisations that their days before one were removed by retention. */
export async function noteRetention(
  trx: Db,
  counts: readonly { organisation_id: number; reports: number }[],
  before: string,
): Promise<void> {
  await appendLinks(
    trx,
    counts.map(({ organisation_id, reports }) => ({
      ...noDay,
      organisation_id,
      reports,
      kind: 'retention' as const,
      note: { before },
    })),
  )
}

/** The files of days as their rows are now. */
async function readDays(trx: Db, days: readonly Day[]): Promise<DayNow[]> {
  const { rows } = await sql<DayRow>`
    select d.organisation_id, d.day,
      exists (select from history_link l where l.organisation_id = d.organisation_id and l.day = d.day::date) as is_linked,
      coalesce(json_agg(json_build_object('backend_key', a.backend_key, 'bytes', a.bytes, 'reports', a.events,
        'sha256', a.sha256, 'contents', a.contents, 'first', ${micros(sql`a.first_fix_at`)},
        'last', ${micros(sql`a.last_fix_at`)}) order by a.part) filter (where a.part is not null), '[]') as files
    from ${unnestRows(
      days.map(({ organisation_id, day }) => ({ organisation_id, day })),
      { bigint: ['organisation_id'], text: ['day'] },
      'd',
    )}
    left join event_archive a on a.organisation_id = d.organisation_id and a.day = d.day::date
    group by d.organisation_id, d.day`.execute(trx)
  return rows.map(({ organisation_id, day, is_linked, files }) => ({
    organisation_id,
    day,
    is_linked,
    is_known: files.every(({ sha256, contents }) => sha256 !== null && contents !== null),
    draft: {
      organisation_id,
      day,
      reports: files.reduce((sum, { reports }) => sum + reports, 0),
      first_fix_at: files.length > 0 ? isoOf(Math.min(...files.map(({ first }) => first))) : null,
      last_fix_at: files.length > 0 ? isoOf(Math.max(...files.map(({ last }) => last))) : null,
      content: files.length > 0 ? rootOf(parseContents(files.map(({ contents }) => contents ?? ''))) : null,
      files: files.map(({ backend_key, bytes, reports, sha256 }) => ({
        name: basename(backend_key),
        bytes,
        reports,
        sha256: sha256!,
      })),
      note: null,
    },
  }))
}

function kindOf({ late, entered, corrected, removed, deleted }: Change): LinkKind {
  if (deleted > 0) return 'deleted'
  if (corrected + removed + entered > 0) return 'changed'
  return late > 0 ? 'late' : 'rewritten'
}

const keyOf = ({ organisation_id, day }: Day) => `${organisation_id} ${day}`

/** A time with its microseconds. */
export const isoOf = (time: number) =>
  `${new Date(Math.floor(time / 1e6) * 1000).toISOString().slice(0, 19)}.${String(time % 1e6).padStart(6, '0')}Z`

const iso = (time: ReturnType<typeof sql>) =>
  sql<string>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Days, or links, in one statement. */
const AT_ONCE = 200

export type Day = { organisation_id: number; day: string }
export type ChangedDay = Day & {
  change: Change
  /** Whether the day had files before. */
  had_files: boolean
  /** Instead of what the change tells. */
  kind?: LinkKind
}
type DayNow = Day & { is_linked: boolean; is_known: boolean; draft: Omit<Draft, 'kind' | 'change'> }
type DayRow = Day & {
  is_linked: boolean
  files: {
    backend_key: string
    bytes: number
    reports: number
    sha256: string | null
    contents: string | null
    first: number
    last: number
  }[]
}
