import { createHash } from 'node:crypto'
import type { Header } from 'tar-stream'

/** SHA-256 of members in hexadecimal digits, by their names. */
export type Digests = Record<string, string>

/** The last member of a backup and of an exported organisation: what is in it, and the digest of every other member. */
export type ClosingRecord = {
  rows: Record<string, number>
  contents: number
  /** Files of closed days; missing in backups of before. */
  history?: number
  /** Missing in backups of before. */
  digests?: Digests
}
export const CLOSING = 'end.json'

/** @returns the record as it is written, with a digest of its own */
export function writeClosing(record: ClosingRecord): Buffer {
  return Buffer.from(JSON.stringify({ ...record, sha256: sha256(JSON.stringify(record)) }, null, 2))
}

/** @throws {DamagedMember} when it is not what was written */
export function readClosing(bytes: Buffer): ClosingRecord {
  try {
    const { sha256: own, ...record } = JSON.parse(String(bytes)) as ClosingRecord & { sha256?: string }
    const is_written = String(bytes) === JSON.stringify({ ...record, ...(own && { sha256: own }) }, null, 2)
    const known = ['rows', 'contents', 'history', ...(own ? ['digests'] : [])]
    const is_known = Object.keys(record).every((name) => known.includes(name))
    const { rows, contents } = record
    if (is_written && is_known && typeof rows === 'object' && Number.isSafeInteger(contents)) {
      if (own === undefined || own === sha256(JSON.stringify(record))) return record
    }
  } catch {
    // It is no JSON.
  }
  throw new DamagedMember(CLOSING)
}

/** Computes the digests of members while others read them, and compares them. */
export class MemberDigests {
  readonly digests: Digests = {}

  /** @returns the entry, whose digest is known when it has been read */
  through(entry: Entry): Entry {
    const { digests } = this
    const { name } = entry.header
    async function* chunks() {
      const hash = createHash('sha256')
      for await (const chunk of entry) {
        hash.update(chunk)
        yield chunk
      }
      // A second one of the same name is no member that was written.
      digests[name] = name in digests ? 'twice' : hash.digest('hex')
    }
    return Object.assign(chunks(), { header: entry.header })
  }

  /** @throws {DamagedMember} that names the first member that is changed, missing or not one of the file */
  compare(expected: Digests): void {
    for (const [name, digest] of Object.entries(this.digests)) {
      if (name !== CLOSING && expected[name] !== digest) throw new DamagedMember(name)
    }
    const missing = Object.keys(expected).find((name) => !(name in this.digests))
    if (missing) throw new DamagedMember(missing)
  }
}

export async function readAll(entry: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of entry) parts.push(part)
  return Buffer.concat(parts)
}

export const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The message is the end of a sentence for people. */
export class DamagedMember extends Error {
  readonly member: string

  constructor(member: string) {
    super(`its part ${member.slice(0, 200)} is not what was written.`)
    this.member = member
  }
}

export type Entry = AsyncIterable<Buffer> & { header: Header }
