import type { Job } from './bring.ts'
import { type Entry, refused } from './source.ts'

/** Entries of Traccar with an id and a name; what is unnamed is called by its id. */
export async function entriesOf({ traccar, all, outcome }: Job, path: string, title: string): Promise<NamedEntry[]> {
  const entries = await traccar.list(path, all ? { all: true } : {})
  if (entries === refused) {
    outcome.leaveOut(title, null, all ? 'this user may not read them with --all' : 'this user may not read them')
    return []
  }
  return entries.flatMap((entry) => {
    const { id } = entry
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) return []
    const name = plainText(entry.name, MOST_NAME)
    return [{ ...entry, id, name: name || `${id}`, attributes: objectOf(entry.attributes) }]
  })
}

/** Text of another program as it may be stored: without control characters, with single spaces. */
export function plainText(value: unknown, most: number): string {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()
    .trim()
}

/** Compared as names are: in any case and composition. */
export const nameKey = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/** A speed limit in metres per second, where there is one that Ringfence takes. */
export function speedLimitOf({ speedLimit }: Record<string, unknown>, knot: number): { speed_limit?: number } {
  const speed = typeof speedLimit === 'number' ? Number((speedLimit * knot).toFixed(2)) : 0
  return speed >= 1 && speed <= 150 ? { speed_limit: speed } : {}
}

export const idOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null

const objectOf = (value: unknown) =>
  (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as Record<string, unknown>

const MOST_NAME = 200

export type NamedEntry = Entry & { id: number; name: string; attributes: Record<string, unknown> }
