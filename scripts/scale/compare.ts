import type { Answers, Visit } from './questions.ts'

/** What of another engine's answers is not Ringfence's own, row by row. */
export function differences(own: Answers, other: Answers): { is_same: boolean; lines: string[] } {
  const [mine, theirs] = [own.visits.rows, other.visits.rows].map((rows) => new Set(rows.map(keyOf))) as [
    Set<string>,
    Set<string>,
  ]
  const missing = [...mine].filter((key) => !theirs.has(key))
  const more = [...theirs].filter((key) => !mine.has(key))
  const is_same = missing.length + more.length === 0
  const lines = [
    `${theirs.size} visits in ${other.visits.seconds.toFixed(1)} s, ${missing.length} missing, ${more.length} more`,
    ...missing.slice(0, SHOWN).map((key) => `only Ringfence has ${key}`),
    ...more.slice(0, SHOWN).map((key) => `Ringfence does not have ${key}`),
  ]
  const days = new Map(own.kilometres.rows.map(({ day, kilometres }) => [day, kilometres]))
  const ratios = other.kilometres.rows
    .filter(({ day }) => days.has(day))
    .map(({ day, kilometres }) => kilometres / days.get(day)!)
    .sort((a, b) => a - b)
  const at = (share: number) => ratios[Math.floor(share * (ratios.length - 1))]?.toFixed(4)
  lines.push(
    `${other.kilometres.rows.length} days in ${other.kilometres.seconds.toFixed(1)} s (Ringfence ${days.size}); ` +
      `kilometres ÷ Ringfence's: ${at(0)} to ${at(1)}, half of the days below ${at(0.5)}`,
  )
  return { is_same, lines }
}

const SHOWN = 5

const keyOf = ({ tracker_id, began, last, reports }: Visit) =>
  `tracker ${tracker_id} from ${new Date(began).toISOString()} to ${new Date(last).toISOString()}, ${reports} reports`
