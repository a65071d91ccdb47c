import { createHash, type Hash, hash } from 'node:crypto'
import type { ArchivedEvent } from '../event.ts'

/**
 * The content of a file, whatever its bytes are: the digest of each tracker's reports, as one line of JSON each. A file
 * that is written again with the same reports has other bytes and the same content. Ids are left out: they are the
 * database's, not the device's.
 *
 * @example
 * const collector = new ContentCollector()
 * collector.add(events)
 * const contents = collector.finish()
 */
export class ContentCollector {
  readonly #trackers: Buffer[] = []
  #tracker_id = 0
  #reports = 0
  #hash: Hash = createHash('sha256')

  /** @param events in the order of the file */
  add(events: readonly ArchivedEvent[]): void {
    let lines = ''
    for (const event of events) {
      if (event.tracker_id !== this.#tracker_id) {
        this.#hash.update(lines)
        lines = ''
        this.#close(event.tracker_id)
      }
      lines += `${lineOf(event)}\n`
      this.#reports++
    }
    this.#hash.update(lines)
  }

  /** In base64: of each tracker its id and the number of its reports, 8 and 4 bytes, and their digest, 32. */
  finish(): string {
    this.#close(0)
    return Buffer.concat(this.#trackers).toString('base64')
  }

  #close(next: number): void {
    if (this.#reports > 0) {
      const head = Buffer.alloc(12)
      head.writeBigUInt64BE(BigInt(this.#tracker_id))
      head.writeUInt32BE(this.#reports, 8)
      this.#trackers.push(head, this.#hash.digest())
      this.#hash = createHash('sha256')
    }
    this.#tracker_id = next
    this.#reports = 0
  }
}

/** A report as it is hashed: the values of `lineColumns` in their order, as JSON without spaces. */
export function lineOf(event: ArchivedEvent): string {
  return JSON.stringify([
    event.fix_at,
    event.received,
    event.event,
    event.alarm,
    event.valid,
    event.longitude,
    event.latitude,
    real(event.altitude),
    real(event.heading),
    real(event.speed),
    real(event.accuracy),
    event.outside_boundary,
    event.repeated,
    event.late,
    event.boundary_id,
    event.attributes,
    event.digest,
  ])
}

/** PostgreSQL writes as few digits as tell 32 bits apart, a file has all of them. */
const real = (value: number | null) => (value === null ? null : Math.fround(value))

/** What a line says, in its order. Times are microseconds since 1970. */
export const lineColumns = [
  'fix_at',
  'received',
  'event',
  'alarm',
  'valid',
  'longitude',
  'latitude',
  'altitude',
  'heading',
  'speed',
  'accuracy',
  'outside_boundary',
  'repeated',
  'late',
  'boundary_id',
  'attributes',
  'digest',
] as const

/** Of the files of a day, by tracker. */
export function parseContents(files: readonly string[]): TrackerContent[] {
  const trackers: TrackerContent[] = []
  for (const file of files) {
    const bytes = Buffer.from(file, 'base64')
    for (let at = 0; at + SIZE <= bytes.length; at += SIZE) {
      const tracker_id = Number(bytes.readBigUInt64BE(at))
      const reports = bytes.readUInt32BE(at + 8)
      trackers.push({ tracker_id, reports, digest: bytes.toString('hex', at + 12, at + SIZE) })
    }
  }
  return trackers.sort((a, b) => a.tracker_id - b.tracker_id)
}

/**
 * One digest for a day: the root of a Merkle tree whose leaves are its trackers in the order of their ids. With it a
 * tracker's day is proved by a few digests, and without the days of others.
 */
export function rootOf(trackers: readonly TrackerContent[]): string {
  let level: Buffer[] = trackers.map(leafOf)
  if (level.length === 0) return EMPTY
  while (level.length > 1) level = above(level)
  return level[0]!.toString('hex')
}

/** The digests beside the way to the root, of each of a tracker's files of the day; none where it did not report. */
export function proofsOf(trackers: readonly TrackerContent[], tracker_id: number): Proof[] {
  return trackers.flatMap((one, at) => (one.tracker_id === tracker_id ? [proofAt(trackers, at)] : []))
}

function proofAt(trackers: readonly TrackerContent[], at: number): Proof {
  const { tracker_id, reports, digest } = trackers[at]!
  const beside: Proof['beside'] = []
  for (let level: Buffer[] = trackers.map(leafOf); level.length > 1; level = above(level), at >>= 1) {
    const other = level[at ^ 1]
    if (other) beside.push([at % 2 ? 'left' : 'right', other.toString('hex')])
  }
  return { tracker_id, reports, digest, beside }
}

/** The root that a proof leads to. */
export function rootByProof({ beside, ...tracker }: Proof): string {
  let node = leafOf(tracker)
  for (const [side, digest] of beside) {
    const other = Buffer.from(digest, 'hex')
    node = side === 'left' ? nodeOf(other, node) : nodeOf(node, other)
  }
  return node.toString('hex')
}

const leafOf = ({ tracker_id, reports, digest }: TrackerContent) =>
  hash('sha256', `tracker ${tracker_id} ${reports} ${digest}`, 'buffer')

const nodeOf = (left: Buffer, right: Buffer) =>
  hash('sha256', `node ${left.toString('hex')} ${right.toString('hex')}`, 'buffer')

/** The last one of an odd number rises as it is. */
function above(level: readonly Buffer[]): Buffer[] {
  const next: Buffer[] = []
  for (let i = 0; i < level.length; i += 2) {
    const right = level[i + 1]
    next.push(right ? nodeOf(level[i]!, right) : level[i]!)
  }
  return next
}

const SIZE = 44
const EMPTY = hash('sha256', 'empty', 'hex')

export type TrackerContent = { tracker_id: number; reports: number; digest: string }
export type Proof = TrackerContent & { beside: ['left' | 'right', string][] }
