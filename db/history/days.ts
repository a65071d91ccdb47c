import type { Db } from '../database.ts'
import { type EventFilter, partMayMatch, shareOfTime } from './filter.ts'
import { listParts, type Part } from './parts.ts'
import { countEvents } from './read.ts'
import type { HistoryStore } from './store.ts'

/**
 * Counts an organisation's events of closed days in spans of time. A span that cuts a large file is estimated by its
 * share of the file's time.
 *
 * @param spans ISO 8601 times; `to` is excluded
 * @param counted events of a file that are counted exactly
 */
export async function countSpans(
  db: Db,
  store: HistoryStore,
  organisation_id: number,
  spans: { from: string; to: string }[],
  counted: number,
): Promise<{ events: number; estimated: boolean }[]> {
  if (spans.length === 0) return []
  const all = await listParts(db, { organisation_ids: [organisation_id], from: spans[0]!.from, to: spans.at(-1)!.to })
  const counts: { events: number; estimated: boolean }[] = []
  for (const { from, to } of spans) {
    const filter: EventFilter = { from: Date.parse(from) * 1000, to: Date.parse(to) * 1000 - 1 }
    const parts = all.parts.filter((part) => partMayMatch(part, filter))
    const isCut = (part: Part) => part.first_fix_at < filter.from! || part.last_fix_at > filter.to!
    const large = parts.filter((part) => isCut(part) && part.events > counted)
    const exact = { ...all, parts: parts.filter((part) => !large.includes(part)) }
    const events = await countEvents(store, exact, { filter })
    const estimate = large.reduce((sum, part) => sum + part.events * shareOfTime(part, filter), 0)
    counts.push({ events: events + Math.round(estimate), estimated: large.length > 0 })
  }
  return counts
}
