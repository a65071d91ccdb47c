import type { Attributes } from '../report.ts'
import { BadReport } from '../report.ts'
import { Cursor } from '../shared/cursor.ts'
import type { AlarmName } from '../shared/vocabulary.ts'
import { mostUrgent } from './alarms.ts'

/** What the additional items of a location say, beyond its fixed part. */
export type ItemValues = { attributes: Attributes; alarms: AlarmName[] }

export type ItemReader = (cursor: Cursor, found: ItemValues) => void

/**
 * Reads id (1 or 2 bytes), length (1 byte) and value one after the other. An item without a reader, or with another
 * length than its reader expects, is kept as `io_<id>`.
 */
export function readItems(cursor: Cursor, found: ItemValues, readers: Readers, id_bytes: 1 | 2 = 1): void {
  while (cursor.left > id_bytes) {
    const id = id_bytes === 1 ? cursor.u8() : cursor.u16()
    const length = cursor.u8()
    if (length > cursor.left) return
    readItem(id, cursor.slice(length), found, readers)
  }
}

/** Item with a reader for its id and length, for its id alone, or without one. */
export function readItem(id: number, value: Buffer, found: ItemValues, readers: Readers): void {
  const reader = readers[`${id}:${value.length}`] ?? readers[id]
  if (reader === undefined) {
    keep(id, value, found)
    return
  }
  const before = { ...found.attributes }
  try {
    const cursor = new Cursor(value)
    reader(cursor, found)
  } catch (error) {
    if (!(error instanceof BadReport)) throw error
    found.attributes = before
    keep(id, value, found)
  }
}

/** By id in decimal, or `id:length`. */
export type Readers = Record<string, ItemReader>

/** Keeps what has no name: numbers up to 4 bytes, others in hexadecimal. Zeros say nothing. */
export function keep(id: number, value: Buffer, found: ItemValues): void {
  if (value.every((byte) => byte === 0) || Object.keys(found.attributes).length >= MAX_ATTRIBUTES) return
  const known = value.length <= 4 ? value.readUIntBE(0, value.length) : value.toString('hex', 0, MAX_KEPT)
  found.attributes[`io_${id}`] = known
}

const MAX_ATTRIBUTES = 96
const MAX_KEPT = 128

/** A reader of one unsigned number of any width. */
export const number =
  (name: string, unit = 1, offset = 0): ItemReader =>
  (cursor, { attributes }) => {
    const width = Math.min(cursor.left, 6)
    if (width === 0) throw new BadReport(`${name}: is empty`)
    const value = cursor.slice(width).readUIntBE(0, width)
    attributes[name] = Number((value * unit + offset).toPrecision(12))
  }

/** A reader of text: printable characters only. */
export const text =
  (name: string): ItemReader =>
  (cursor, { attributes }) => {
    const found = printable(cursor.slice(cursor.left))
    if (found !== '') attributes[name] = found
  }

export const printable = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .trim()

export function raise(found: ItemValues, ...alarms: (AlarmName | null | undefined)[]): void {
  for (const alarm of alarms) if (alarm && !found.alarms.includes(alarm)) found.alarms.push(alarm)
}

/** The alarm of a report, and the list of all where there are several. */
export function settle({ attributes, alarms }: ItemValues): { alarm: AlarmName | null; attributes: Attributes } {
  const all = alarms.length > 1 ? { alarms: alarms.join(' ') } : {}
  return { alarm: mostUrgent(alarms), attributes: { ...attributes, ...all } }
}
