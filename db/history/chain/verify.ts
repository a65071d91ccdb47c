import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sql } from 'kysely'
import { DiskBackend } from '../../contents/disk.ts'
import type { Db } from '../../database.ts'
import { contentsOf } from '../fill.ts'
import { HistoryStore, historyLayout, type StoredPart } from '../store.ts'
import type { DayState } from './check.ts'
import { parseContents, rootOf } from './content.ts'
import type { Link } from './link.ts'

/**
 * Compares the files that there are with what the chain says of each day.
 *
 * @param found the files that there are, by day
 * @param on_day called before each day
 */
export async function verifyFiles(
  store: HistoryStore,
  { days, found, is_complete, on_day = () => {} }: Verifying,
): Promise<DayProblem[]> {
  const problems: DayProblem[] = []
  for (const day of [...new Set([...days.keys(), ...found.keys()])].sort()) {
    on_day(day)
    const files = found.get(day) ?? []
    const state = days.get(day)
    if (!state) {
      // It waits until the background pass has read it.
      const are_known = files.every(({ sha256 }) => sha256 !== null)
      if (is_complete) problems.push({ day, problem: are_known ? 'not_in_chain' : 'waiting' })
      continue
    }
    problems.push(...(await verifyDay(store, day, { state, files, is_complete })))
  }
  return problems
}

async function verifyDay(store: HistoryStore, day: string, { state, files, is_complete }: DayFiles) {
  const left = new Map<string, StoredFile>()
  for (const file of files) left.set((await digestOf(store, file)) ?? `missing ${file.backend_key}`, file)
  const missing = state.files.filter(({ sha256 }) => !left.delete(sha256))
  if (missing.length === 0) {
    const is_more = is_complete && left.size > 0
    return is_more ? [{ day, problem: 'unknown_file' as const, files: [...left.values()].map(nameOf) }] : []
  }
  const isOf = (file: StoredFile) => missing.some(({ name, sha256 }) => sha256 === file.sha256 || name === nameOf(file))
  const changed = [...left].filter(([digest, file]) => !digest.startsWith('missing ') && isOf(file))
  const others = [...left].flatMap(([digest, file]) => (digest.startsWith('missing ') ? [] : [nameOf(file)]))
  if (changed.length === 0 && is_complete && others.length > 0) {
    return [{ day, problem: 'file_replaced' as const, files: others }]
  }
  if (changed.length === 0) {
    const is_whole_day = missing.length === state.files.length
    const names = missing.map(({ name }) => name)
    return [{ day, problem: is_whole_day ? ('day_removed' as const) : ('file_removed' as const), files: names }]
  }
  const names = changed.map(([, file]) => nameOf(file))
  const is_same = (await rootOfFiles(store, files)) === state.content
  return [{ day, problem: is_same ? ('bytes_changed' as const) : ('content_changed' as const), files: names }]
}

/** Null where a file cannot be read as one. */
async function rootOfFiles(store: HistoryStore, files: StoredFile[]): Promise<string | null> {
  try {
    const contents: string[] = []
    for (const file of files) contents.push(await contentsOf(store, { ...file, loadDigests: async () => null }))
    return rootOf(parseContents(contents))
  } catch {
    return null
  }
}

/** @returns null if the file is missing */
async function digestOf(store: HistoryStore, { backend, backend_key, bytes }: StoredFile): Promise<string | null> {
  const sha256 = createHash('sha256')
  try {
    // A byte more than there should be, which would be of no row.
    for await (const chunk of store.backendOf(backend).read(backend_key, 0, bytes + 1)) sha256.update(chunk)
  } catch (error) {
    if (isMissing(error as MaybeMissing)) return null
    throw error
  }
  return sha256.digest('hex')
}

/** On a disk, or in an S3. */
const isMissing = ({ code, name, $metadata }: MaybeMissing) =>
  code === 'ENOENT' || name === 'NoSuchKey' || $metadata?.httpStatusCode === 404

const nameOf = ({ backend_key }: StoredFile) => basename(backend_key)

/** The chain of an organisation, and the files of its closed days, by the database and of one moment. */
export async function readChain(db: Db, organisation_id: number): Promise<Link[]> {
  const { rows } = await sql<Link>`select number, body, hash from history_link
    where organisation_id = ${organisation_id} order by number`.execute(db)
  return rows
}

export async function filesByDatabase(db: Db, organisation_id: number): Promise<Map<string, StoredFile[]>> {
  const { rows } = await sql<
    Omit<StoredFile, 'loadDigests'>
  >`select organisation_id, day::text as day, backend, backend_key,
      bytes::float8 as bytes, sha256 from event_archive where organisation_id = ${organisation_id}
    order by day, part`.execute(db)
  return Map.groupBy(rows.map(found), ({ day }) => day)
}

/** The files of an organisation in a folder such as `DATA_DIR/history`; no database says which of them count. */
export function filesInFolder(folder: string, organisation_id: number): Map<string, StoredFile[]> {
  const own = `organisation=${organisation_id}`
  if (!existsSync(join(folder, own))) return new Map()
  const names = readdirSync(join(folder, own), { recursive: true, encoding: 'utf8' }).filter((name) =>
    historyLayout.key.test(`${own}/${name}`),
  )
  const files = names.map((name) => {
    const day = name.slice('day='.length, 'day=2026-11-20'.length)
    const backend_key = `${own}/day=${day}/${basename(name)}`
    const { size: bytes } = statSync(join(folder, own, name))
    return found({ organisation_id, day, backend: 'disk', backend_key, bytes, sha256: null })
  })
  return Map.groupBy(files, ({ day }) => day)
}

export function openFolder(folder: string): HistoryStore {
  const layout = { ...historyLayout, folder: { ...historyLayout.folder, disk: basename(folder) } }
  return new HistoryStore(new DiskBackend(dirname(folder), layout))
}

const found = (row: Omit<StoredFile, 'loadDigests'>): StoredFile => ({ ...row, loadDigests: async () => null })

/** A file that there should be, by its row or in a folder. */
export type StoredFile = StoredPart & {
  /** By its row; null in a folder, and where no release has computed it yet. */
  sha256: string | null
}
type MaybeMissing = { code?: string; name?: string; $metadata?: { httpStatusCode?: number } }
type DayFiles = { state: DayState; files: StoredFile[]; is_complete: boolean }
type Verifying = {
  days: ReadonlyMap<string, DayState>
  found: ReadonlyMap<string, StoredFile[]>
  /** Whether there should be no other files than the chain names: not in a folder, where replaced ones stay for a day. */
  is_complete: boolean
  on_day?: (day: string) => void
}

export type DayProblem = { day: string } & (
  | {
      problem: 'day_removed' | 'file_removed' | 'content_changed' | 'bytes_changed' | 'file_replaced' | 'unknown_file'
      files: string[]
    }
  /** Its file is whole, and no link is about it: links were removed. */
  | { problem: 'not_in_chain' }
  /** It was closed before the chain began, and is not in it yet. */
  | { problem: 'waiting' }
)
