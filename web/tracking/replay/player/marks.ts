import { fromLocal, toLocal } from '../../../kit/format/zoned.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const steps = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, day, 7 * day]

/** Up to eight round times of a range in local time: hours of a day, days of a week. */
export function marksOf(from: number, to: number, timezone: string): { at: number; label: string }[] {
  const step = steps.find((each) => (to - from) / each <= 8) ?? Math.ceil((to - from) / 8 / day) * day
  if (to <= from) return []
  const marks: { at: number; label: string }[] = []
  // Counts local times as if they were UTC, so that marks stay on the hour when clocks change.
  const wall = (at: number) => Date.parse(`${toLocal(at, timezone)}Z`)
  for (let clock = Math.ceil(wall(from) / step) * step; clock <= wall(to); clock += step) {
    const local = new Date(clock).toISOString().slice(0, 16)
    const at = Date.parse(fromLocal(local, timezone)!)
    if (at < from || at > to) continue
    marks.push({ at, label: step >= day ? `${local.slice(8, 10)}/${local.slice(5, 7)}` : local.slice(11) })
  }
  return marks
}
