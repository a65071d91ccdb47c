import type { BadFile, FileArea } from '../../map/draw/file.ts'
import type { Area } from '../../map/draw/types.ts'
import type { Boundary } from '../../types.ts'

/** The areas of a file as a list to choose from. */
export function rowsOf(areas: FileArea[], limit: number, existing: ReadonlySet<string>): ImportRow[] {
  const rows = areas.map(({ name, rule, shape, fault }, key): ImportRow => {
    const positions = shape ? countPositions(shape) : 0
    return { key, name: name ?? '', rule, shape, fault, positions, error_m: null, selected: false, result: null }
  })
  const marks = marksOf(rows, existing)
  return rows.map((row) => ({ ...row, selected: marks[row.key] === null && isUsable(row, limit) }))
}

/** What is wrong with each name: it exists, an earlier row has it, or there is none. Faulty rows have no mark. */
export function marksOf(rows: ImportRow[], existing: ReadonlySet<string>): Mark[] {
  const before = new Set<string>()
  return rows.map(({ name, fault, result }) => {
    if (fault || result?.id) return null
    const key = keyOf(name)
    if (key === '') return 'unnamed'
    if (existing.has(key)) return 'exists'
    if (before.has(key)) return 'repeated'
    before.add(key)
    return null
  })
}

export const isUsable = ({ shape, positions, result }: ImportRow, limit: number) =>
  shape !== null && positions <= limit && !result?.id

/** Equal for names that the server takes for the same. */
export const keyOf = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/** Positions as the server counts them: each ring with the one that closes it. */
export const countPositions = ({ polygons }: Area) => polygons.flat().reduce((sum, ring) => sum + ring.length + 1, 0)

/** Parts of at most 200 rows, and of positions that fit into a request. */
export function partsOf(rows: ImportRow[]): ImportRow[][] {
  const parts: ImportRow[][] = []
  let positions = Number.POSITIVE_INFINITY
  for (const row of rows) {
    if (positions + row.positions > mostPositions || parts.at(-1)?.length === 200) {
      parts.push([])
      positions = 0
    }
    parts.at(-1)!.push(row)
    positions += row.positions
  }
  return parts
}

/** Some 2 MB as text. */
const mostPositions = 60_000

export type Mark = 'exists' | 'repeated' | 'unnamed' | null
export type ImportRow = {
  /** Its place in the file, from 0. */
  key: number
  name: string
  rule: Boundary['rule'] | null
  shape: Area | null
  fault: BadFile | null
  positions: number
  /** How far it was simplified, in metres. */
  error_m: number | null
  selected: boolean
  result: { id: number | null; message: string | null } | null
}
