import type { RaisedKind } from '#db/tables/people/alert_preferences.ts'
import type { Segment } from '../rules/index.ts'
import type { Put } from '../segments.ts'

/** What of a tracker's movement raises alerts, and from how many milliseconds on. */
const raising: { [kind in Segment['kind']]?: { kind: EpisodeKind; least_ms: number } } = {
  speeding: { kind: 'speeding', least_ms: 0 },
  idle: { kind: 'idling', least_ms: 10 * 60_000 },
  towed: { kind: 'towed', least_ms: 0 },
}

export const episodeOf = ({ segment, through }: Put): Episode | null => {
  const raises = raising[segment.kind]
  return raises ? { ...raises, segment, through } : null
}

export const episodeKindOf = (kind: Segment['kind']): EpisodeKind | null => raising[kind]?.kind ?? null

/**
 * What becomes of a tracker's last alert of a kind, and which others are to be raised. Episodes within a quarter of an
 * hour of each other are one alert. What has begun before the last alert, or is known too late, is not news.
 *
 * @param found in any order
 * @param complete whether what continues is among those found; otherwise it is as it was
 * @param through up to which time the tracker is known
 */
export function judgeEpisodes(
  last: EpisodeAlert | null,
  found: readonly Episode[],
  { now, complete, through }: At,
): EpisodeAlert[] {
  const changed: EpisodeAlert[] = last ? [{ ...last }] : []
  for (const episode of found.toSorted((a, b) => a.segment.began_at - b.segment.began_at)) {
    const current = changed.at(-1)
    if (current?.ended_at === null && !complete) break
    if (current && isOf(current, episode)) changed[changed.length - 1] = joined(current, episode)
    else if ((!current || episode.segment.began_at > current.started_at) && isNews(episode, now)) {
      changed.push(raisedBy(episode))
    }
  }
  const open = changed.at(-1)
  const continues = found.some(({ segment }) => segment.ended_at === null)
  if (open?.ended_at === null && complete && !continues) open.ended_at = Math.max(open.started_at, through)
  return changed.filter(
    (one) => one.id === null || one.ended_at !== last!.ended_at || !isSame(one.top_speed, last!.top_speed),
  )
}

/** As the column keeps them. */
const isSame = (a: number | null, b: number | null) => a === b || Math.fround(a ?? 0) === Math.fround(b ?? 0)

const isOf = ({ started_at, ended_at }: EpisodeAlert, { segment }: Episode) =>
  segment.began_at <= (ended_at ?? Number.POSITIVE_INFINITY) + APART_MS &&
  (segment.ended_at ?? Number.POSITIVE_INFINITY) >= started_at - APART_MS

function joined(alert: EpisodeAlert, { segment }: Episode): EpisodeAlert {
  const { ended_at, top_speed } = segment
  const ends = ended_at === null ? null : Math.max(ended_at, alert.ended_at ?? alert.started_at)
  const fastest = top_speed === null ? alert.top_speed : Math.max(top_speed, alert.top_speed ?? 0)
  return { ...alert, ended_at: ends, top_speed: alert.top_speed === null ? null : fastest }
}

const isNews = ({ segment, through, least_ms }: Episode, now: number) =>
  through >= now - FRESH_MS && (segment.ended_at ?? through) - segment.began_at >= least_ms

const raisedBy = ({ segment, through }: Episode): EpisodeAlert => ({
  id: null,
  started_at: segment.began_at,
  raised_at: Math.max(segment.began_at, segment.ended_at ?? through),
  ended_at: segment.ended_at,
  boundary_id: segment.boundary_id,
  speed_limit: segment.limit?.speed ?? null,
  top_speed: segment.limit ? segment.top_speed : null,
})

/** What is known only later than this is not news any more. */
export const FRESH_MS = 15 * 60_000
/** Late reports move an episode's begin or end, too. */
const APART_MS = 15 * 60_000

export type EpisodeKind = RaisedKind & ('speeding' | 'idling' | 'towed')
export type Episode = { kind: EpisodeKind; least_ms: number; segment: Segment; through: number }
/** An alert; without an id until it is written. Times are milliseconds since 1970. */
export type EpisodeAlert = {
  id: number | null
  started_at: number
  raised_at: number
  ended_at: number | null
  boundary_id: number | null
  speed_limit: number | null
  top_speed: number | null
}
type At = { now: number; complete: boolean; through: number }
