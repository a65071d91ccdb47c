import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { raisedKindsOf } from '#db/privacy/tracker_groups.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'
import type { Put, RemovedSegment } from '../segments.ts'
import { type TrackerKey, timeOf } from '../store.ts'
import { type EpisodeAlert, type EpisodeKind, episodeKindOf, episodeOf, judgeEpisodes } from './episodes.ts'

/**
 * Raises and ends alerts of speeding, idling and towing where an organisation wants them, in the transaction that writes
 * these segments: an episode once, whatever is killed or found again.
 */
export async function raiseEpisodes(trx: Trx, changes: readonly Moved[]): Promise<void> {
  const asked = changes.flatMap((change) => kindsOf(change).map((kind) => ({ ...keyOf(change.key), kind, change })))
  if (asked.length === 0) return
  const last = await readLast(trx, asked)
  const now = Date.now()
  const judged = asked.flatMap(({ change, ...key }, i) => {
    const { known, raised } = last[i]!
    const found = change.puts.flatMap((put) => episodeOf(put) ?? []).filter(({ kind }) => kind === key.kind)
    return judgeEpisodes(known, found, { now, complete: change.complete, through: change.through })
      .filter(({ id }) => id !== null || raised)
      .map((alert) => ({ ...key, ...alert, ...timesOf(alert) }))
  })
  const known = judged.filter(({ id }) => id !== null)
  if (known.length > 0) await change(trx, known)
  const raised = judged.filter(({ id }) => id === null)
  if (raised.length > 0) await raise(trx, raised)
}

/** Kinds of which something has been opened, closed, or taken back. */
function kindsOf({ puts, removed, is_again }: Moved): EpisodeKind[] {
  if (is_again) return ['speeding', 'idling', 'towed']
  const touched = [...puts.map(({ segment }) => segment.kind), ...removed.map(({ kind }) => kind)]
  return [...new Set(touched.flatMap((kind) => episodeKindOf(kind) ?? []))]
}

/** The last alert of each, in the order of what is asked, and whether its kind is wanted. */
async function readLast(trx: Trx, asked: AlertKey[]): Promise<{ known: EpisodeAlert | null; raised: boolean }[]> {
  const { rows } = await sql<Omit<EpisodeAlert, 'id'> & { id: number | null; raised: boolean }>`/* last_episodes */
    select a.id::float8 as id, (extract(epoch from a.started_at) * 1000)::float8 as started_at,
      (extract(epoch from a.raised_at) * 1000)::float8 as raised_at,
      (extract(epoch from a.ended_at) * 1000)::float8 as ended_at, a.boundary_id::float8 as boundary_id, a.speed_limit,
      a.top_speed, k.kind = any(${raisedKindsOf('t')}) as raised
    from ${unnestRows(asked, { bigint: [...trackerKey], text: ['kind'] }, 'k', 'i')}
    join tracker t on t.organisation_id = k.organisation_id and t.id = k.tracker_id
    left join lateral (select * from alert a where a.organisation_id = k.organisation_id
        and a.tracker_id = k.tracker_id and a.kind = k.kind order by a.started_at desc limit 1) a on true
    order by k.i`.execute(trx)
  return rows.map(({ raised, ...known }) => ({ raised, known: known.id === null ? null : known }))
}

async function change(trx: Trx, alerts: Row[]): Promise<void> {
  await sql`/* change_episodes */
    update alert a set ended_at = k.ended::timestamptz, top_speed = k.top_speed
    from ${unnestRows(alerts, { bigint: ['organisation_id', 'id'], text: ['ended'], float8: ['top_speed'] }, 'k')}
    where a.organisation_id = k.organisation_id and a.id = k.id`.execute(trx)
}

async function raise(trx: Trx, alerts: Row[]): Promise<void> {
  const rows = unnestRows(
    alerts,
    {
      bigint: [...trackerKey, 'boundary_id'],
      text: ['kind', 'started', 'raised', 'ended'],
      float8: ['speed_limit', 'top_speed'],
    },
    'k',
  )
  await sql`/* raise_episodes */
    with raised as (
      insert into alert (organisation_id, tracker_id, kind, boundary_id, boundary_name, started_at, raised_at, ended_at,
        speed_limit, top_speed)
      select k.organisation_id, k.tracker_id, k.kind, b.id, b.name, k.started::timestamptz, k.raised::timestamptz,
        k.ended::timestamptz, k.speed_limit, k.top_speed
      from ${rows} left join boundary b on b.organisation_id = k.organisation_id and b.id = k.boundary_id
      on conflict do nothing
      returning organisation_id, id, tracker_id, kind, started_at, raised_at
    )
    insert into alert_job (organisation_id, tracker_id, alert_id, occasion, happened_at)
    select r.organisation_id, r.tracker_id, r.id, r.kind, r.started_at
    from raised r join tracker t on t.organisation_id = r.organisation_id and t.id = r.tracker_id
    -- The demo begins with an hour of history, which is shown and not sent.
    where not t.demo or r.raised_at > now() - interval '1 minute'
    order by r.started_at, r.id`.execute(trx)
}

const timesOf = ({ started_at, raised_at, ended_at }: EpisodeAlert) => ({
  started: timeOf(started_at),
  raised: timeOf(raised_at),
  ended: ended_at === null ? null : timeOf(ended_at),
})

const keyOf = ({ organisation_id, tracker_id }: TrackerKey): TrackerKey => ({ organisation_id, tracker_id })

type AlertKey = TrackerKey & { kind: EpisodeKind }
type Row = AlertKey & EpisodeAlert & ReturnType<typeof timesOf>
/**
 * `complete`: whether all that continues is among the puts; `is_again`: whether history was found again, so that anything
 * may be gone; `through`: up to which time the tracker is known.
 */
export type Moved = {
  key: TrackerKey
  puts: readonly Put[]
  removed: readonly RemovedSegment[]
  complete: boolean
  is_again: boolean
  through: number
}
