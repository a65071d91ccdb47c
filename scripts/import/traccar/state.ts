import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { OperatorError } from '../../operator.ts'

/**
 * What was brought along until now, in a file that is replaced as a whole: a run that was killed continues there. It
 * has ids and times, and no secrets.
 */
export class ImportState {
  readonly path: string
  private readonly contents: Contents
  private saved_at = 0

  /** @throws {OperatorError} for a file that is another import's, or unreadable */
  constructor(path: string, of: ImportOf) {
    this.path = path
    this.contents = read(path) ?? { version: 1, of, rows: {}, tracks: {} }
    const { version, of: other } = this.contents
    if (version !== 1 || JSON.stringify(other) !== JSON.stringify(of)) {
      throw new OperatorError(
        other?.traccar
          ? `${path} is of another import (${other.traccar} to ${other.ringfence}): give --state FILE.`
          : `${path} is not the state of an import: give --state FILE, which need not be there yet.`,
      )
    }
  }

  /** The row that an entry of Traccar became. */
  row(kind: string, key: string): Remembered | undefined {
    return this.contents.rows[kind]?.[key]
  }

  setRow(kind: string, key: string, row: Remembered): void {
    this.contents.rows[kind] ??= {}
    this.contents.rows[kind][key] = row
    this.save(false)
  }

  /** How far the positions of a tracker are. */
  track(number: string): Track | undefined {
    return this.contents.tracks[number]
  }

  setTrack(number: string, track: Track, now = false): void {
    this.contents.tracks[number] = track
    this.save(now)
  }

  /** Writes the file, at most once a second unless `now`. */
  save(now = true): void {
    if (!now && Date.now() - this.saved_at < 1000) return
    mkdirSync(dirname(this.path), { recursive: true })
    const part = `${this.path}.part`
    writeFileSync(part, JSON.stringify(this.contents), { mode: 0o600 })
    renameSync(part, this.path)
    this.saved_at = Date.now()
  }
}

function read(path: string): Contents | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}.`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new OperatorError(`${path} is no state of an import: delete it, or give --state FILE.`)
  }
}

/** `hash` is of the values that were sent last: what has not changed in Traccar is left as people have changed it here. */
export type Remembered = { id: number; hash: string }
/** All positions from `from` until `until` are here, in milliseconds since 1970. */
export type Track = { from: number; until: number; trackimport_id: number | null }
export type ImportOf = { traccar: string; ringfence: string; organisation_id: number }
type Contents = {
  version: number
  of: ImportOf
  rows: Record<string, Record<string, Remembered>>
  tracks: Record<string, Track>
}
