import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import Papa from 'papaparse'
import type { ImportKind } from './columns.ts'
import type { Table } from './readFile.ts'

/** Whose lines are found again by what they say, so that they have no key. */
export const withoutKeys: ImportKind[] = ['rotations', 'people']

/** Lines of one request, so that progress is seen. */
export const PART_LINES = 250
/** A preview creates nothing, and lines of people and rotations are checked against others of the file. */
export const PART_LINES_TOGETHER = 1000

/**
 * The parts in which a file is sent, with the fields that its columns are. Each line has a key by its content, so that
 * the same file sent twice creates nothing twice.
 *
 * @param mapping the field of each column; null for those that are not imported
 */
export function partsOf(kind: ImportKind, { lines }: Table, mapping: (string | null)[], size: number): Part[] {
  const chosen = mapping.flatMap((field, column) => (field === null ? [] : [{ field, column }]))
  const names = chosen.map(({ field }) => field)
  const copies = new Map<string, number>()
  const rows = lines.map(({ number, cells }) => {
    const values = chosen.map(({ column }) => cells[column] ?? '')
    if (withoutKeys.includes(kind)) return { number, values }
    const content = JSON.stringify([kind, names, values.map((value) => value.trim())])
    const copy = copies.get(content) ?? 0
    copies.set(content, copy + 1)
    return { number, values: [...values, keyOf(`${content} ${copy}`)] }
  })
  const head = withoutKeys.includes(kind) ? names : [...names, 'client_key']
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => {
    const part = rows.slice(i * size, (i + 1) * size)
    return { csv: Papa.unparse([head, ...part.map(({ values }) => values)]), numbers: part.map(({ number }) => number) }
  })
}

/** A UUID of version 8 (RFC 9562 §5.8), by the content. */
export function keyOf(content: string): string {
  const bytes = sha256(utf8ToBytes(content)).slice(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytesToHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** `numbers` of the lines in the file. */
export type Part = { csv: string; numbers: number[] }
