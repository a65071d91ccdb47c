import type { Readable } from 'node:stream'
import {
  CLOSING,
  type ClosingRecord,
  DamagedMember,
  type Digests,
  type Entry,
  MemberDigests,
  readAll,
  readClosing,
} from '../tar/digests.ts'
import { entriesOf } from '../tar/members.ts'

/**
 * Reads a backup and compares every member with the digests of its closing record. Nothing is written.
 *
 * @returns what is in it; `digests` is null for one of a release that wrote none
 * @throws {Error} with sentences for people, which name the damaged member
 */
export async function checkBackup(tar: Readable): Promise<CheckedBackup> {
  let size = 0
  tar.on('data', (chunk: Buffer) => {
    size += chunk.length
  })
  const checking = new Checking()
  try {
    for await (const entry of entriesOf(tar)) await checking.take(entry)
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw checking.unreadable(error as Error)
  } finally {
    tar.destroy()
  }
  return checking.finish(size)
}

class Checking {
  readonly #members = new MemberDigests()
  #last: string | null = null
  #end: ClosingRecord | null = null
  /** Bytes of the file up to the end of its closing record. */
  #end_at = 0

  async take(entry: Entry): Promise<void> {
    const { name, size = 0 } = entry.header
    if (this.#last === null && name !== FIRST) throw new BackupError(NO_BACKUP)
    if (this.#end) throw new BackupError(`The backup is damaged: something follows its closing record (${CLOSING}).`)
    const read = this.#members.through(entry)
    if (name === CLOSING) {
      if (size > LARGEST_END) throw damaged(CLOSING)
      this.#end = readEnd(await readAll(read))
      const { byteOffset = 0 } = entry.header as { byteOffset?: number }
      this.#end_at = byteOffset + Math.ceil(size / 512) * 512
    } else for await (const _ of read);
    this.#last = name
  }

  /** @param size of the whole file, in bytes */
  finish(size: number): CheckedBackup {
    if (this.#last === null) throw new BackupError(NO_BACKUP)
    const end = this.#end
    if (!end) throw incomplete(this.#last)
    // A tar ends with two empty blocks.
    if (size > this.#end_at + 1024)
      throw new BackupError(`The backup is damaged: something follows its closing record (${CLOSING}).`)
    if (size < this.#end_at + 1024) throw incomplete(this.#last)
    const { rows, contents, history = 0, digests = null } = end
    if (digests) compare(this.#members, digests)
    const count = Object.values(rows).reduce((sum, one) => sum + one, 0)
    return { digests, members: Object.keys(this.#members.digests).length, rows: count, contents, history }
  }

  unreadable(error: Error): Error {
    if (this.#last === null) return new BackupError(NO_BACKUP)
    if (this.#end) return new BackupError(`The backup is damaged: something follows its closing record (${CLOSING}).`)
    if (error.message.includes('Unexpected end of data')) return incomplete(this.#last)
    return new BackupError(`The backup is damaged: what follows its part ${this.#last} is no part.`)
  }
}

/** @throws {BackupError} */
export function compare(members: MemberDigests, digests: Digests): void {
  try {
    members.compare(digests)
  } catch (error) {
    throw error instanceof DamagedMember ? damaged(error.member) : error
  }
}

function readEnd(bytes: Buffer): ClosingRecord {
  try {
    return readClosing(bytes)
  } catch {
    throw damaged(CLOSING)
  }
}

const damaged = (member: string) => new BackupError(`The backup is damaged: ${new DamagedMember(member).message}`)
const incomplete = (last: string) =>
  new BackupError(`The backup is not complete: it was interrupted, or is cut off after its part ${last}.`)
const FIRST = 'manifest.json'
const NO_BACKUP = `This file is no backup of Ringfence, or the head of its first part (${FIRST}) is damaged.`
/** Some million members. */
const LARGEST_END = 512 * 1024 * 1024

/** The message is sentences for people. */
export class BackupError extends Error {}

export type CheckedBackup = {
  digests: Digests | null
  members: number
  rows: number
  contents: number
  history: number
}
