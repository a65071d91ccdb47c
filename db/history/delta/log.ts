import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Backend } from '../../contents/backend.ts'
import type { Folder } from '../../contents/folder.ts'
import type { Db } from '../../database.ts'
import { version } from '../../version.ts'
import { type Action, listAdds, metaDataOf, protocol, removeOf } from './actions.ts'
import { encodeCheckpoint } from './checkpoint.ts'
import { apply, checkpointName, commitName, LAST_CHECKPOINT, readSnapshot, refresh, type Snapshot } from './snapshot.ts'

/**
 * The Delta Lake log of a backend, `_delta_log`: it names the files that count to other programs. It is derived from
 * `event_archive`, and written a moment after it; what a killed process has not written is written by the next
 * one. Commits are put if they are absent, so several processes may write.
 */
export class DeltaLog {
  readonly #backend: Backend
  readonly #folder: Folder
  readonly #settings: DeltaSettings
  /** The versions of organisations that this process has written; null before the first time. */
  #written: Map<number, number> | null = null
  /** Kept during a run only. */
  #snapshot: Snapshot | null = null

  constructor(backend: Backend, settings: Partial<DeltaSettings> = {}) {
    this.#backend = backend
    this.#folder = backend.folder('_delta_log')
    this.#settings = { checkpoint_every: 20, kept_ms: 30 * DAY, ...settings }
  }

  /**
   * Commits what differs between the log and `event_archive`: at first for all organisations, then for those whose files
   * have changed since. An organisation's changes are one commit, so that readers see all or nothing of a merge.
   *
   * @returns how many files were added and removed
   */
  async sync(db: Db): Promise<number> {
    const versions = await versionsOf(db)
    const written = this.#written
    const ids = new Set(versions.keys())
    for (const id of written?.keys() ?? []) ids.add(id)
    const changed = [...ids].filter((id) => !written || written.get(id) !== versions.get(id))
    if (written && changed.length === 0) return 0
    this.#snapshot ??= await this.#read()
    await refresh(this.#folder, this.#snapshot)
    // Organisations that are no more have files in the log alone.
    if (!written)
      for (const { partitionValues } of this.#snapshot.files.values()) ids.add(Number(partitionValues.organisation))
    const all = written ? changed : [...ids]
    let count = 0
    for (let at = 0; at < all.length; at += AT_ONCE) count += await this.#commit(db, all.slice(at, at + AT_ONCE))
    this.#written = versions
    return count
  }

  /** Ends a run: nothing stays in memory. */
  release(): void {
    this.#snapshot = null
  }

  /** Rewrites the log from `event_archive`: missing commits, or all of it if it is unreadable. */
  async rebuild(db: Db): Promise<number> {
    this.#written = null
    this.#snapshot = await readSnapshot(this.#folder).catch(() => null)
    if (!this.#snapshot) for await (const name of this.#folder.list()) await this.#folder.remove(name)
    return await this.sync(db).finally(() => this.release())
  }

  async #read(): Promise<Snapshot> {
    try {
      return await readSnapshot(this.#folder)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`history/_delta_log cannot be read (${reason}): npm run db -- history log writes it again.`, {
        cause: error,
      })
    }
  }

  async #commit(db: Db, organisation_ids: number[]): Promise<number> {
    const snapshot = this.#snapshot!
    for (let attempt = 1; ; attempt++) {
      // After the log was read: a commit of others that is missing in it takes the name of this one.
      const changes = await this.#changesOf(db, snapshot, organisation_ids)
      if (changes.length === 0) return 0
      const timestamp = Date.now()
      const actions: Action[] = [commitInfoOf(timestamp)]
      if (!snapshot.metaData) actions.push({ protocol }, { metaData: metaDataOf(randomUUID(), timestamp) })
      actions.push(...changes)
      const lines = actions.map((action) => `${JSON.stringify(action)}\n`).join('')
      if (await this.#folder.create(commitName(snapshot.version + 1), Buffer.from(lines))) {
        for (const action of actions) apply(snapshot, action)
        snapshot.version++
        if (snapshot.version - Math.max(snapshot.checkpoint, 0) >= this.#settings.checkpoint_every)
          await this.#checkpoint(snapshot)
        return changes.length
      }
      if (attempt === ATTEMPTS) throw new Error('Others write history/_delta_log all the time.')
      await refresh(this.#folder, snapshot)
    }
  }

  async #changesOf(db: Db, snapshot: Snapshot, organisation_ids: number[]): Promise<Action[]> {
    const wanted = await listAdds(db, this.#backend.name, organisation_ids)
    const paths = new Set(wanted.map(({ path }) => path))
    const of = new Set(organisation_ids.map(String))
    const now = Date.now()
    const removes = [...snapshot.files.values()]
      .filter(({ path, partitionValues }) => of.has(partitionValues.organisation) && !paths.has(path))
      .map((add) => ({ remove: removeOf(add, now) }))
    return [...removes, ...wanted.filter(({ path }) => !snapshot.files.has(path)).map((add) => ({ add }))]
  }

  /** Readers begin with a checkpoint; what is older than it is removed after a month. */
  async #checkpoint(snapshot: Snapshot): Promise<void> {
    for (const [path, { deletionTimestamp }] of snapshot.removed) {
      if (deletionTimestamp < Date.now() - DAY) snapshot.removed.delete(path)
    }
    const [adds, removes] = [[...snapshot.files.values()], [...snapshot.removed.values()]]
    const bytes = encodeCheckpoint(snapshot.metaData!, adds, removes)
    const { version } = snapshot
    await this.#folder.replace(checkpointName(version), bytes)
    const last = {
      version,
      size: 2 + adds.length + removes.length,
      sizeInBytes: bytes.length,
      numOfAddFiles: adds.length,
    }
    await this.#folder.replace(LAST_CHECKPOINT, Buffer.from(JSON.stringify(last)))
    snapshot.checkpoint = version
    await this.#removeOld()
  }

  /** Everything before the last checkpoint that is old enough. */
  async #removeOld(): Promise<void> {
    const old: { name: string; version: number }[] = []
    for await (const name of this.#folder.list(new Date(Date.now() - this.#settings.kept_ms))) {
      const [, digits] = /^(\d{20})\.(json|checkpoint\.parquet)$/.exec(name) ?? []
      if (digits) old.push({ name, version: Number(digits) })
    }
    const first = Math.max(-1, ...old.filter(({ name }) => name.endsWith('.parquet')).map(({ version }) => version))
    for (const { name, version } of old) if (version < first) await this.#folder.remove(name)
  }
}

async function versionsOf(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; version: number }>`select organisation_id as id, version
    from event_archive_version union all
    select distinct a.organisation_id, 0 from event_archive a
    where not exists (select from event_archive_version v where v.organisation_id = a.organisation_id)`.execute(db)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

function commitInfoOf(timestamp: number): Action {
  const operationParameters = { mode: 'Append', partitionBy: '["organisation","day"]' }
  return { commitInfo: { timestamp, operation: 'WRITE', operationParameters, engineInfo: `ringfence/${version}` } }
}

const DAY = 86_400_000
/** Organisations of a commit. */
const AT_ONCE = 50
const ATTEMPTS = 20

export type DeltaSettings = {
  /** Commits between two checkpoints. */
  checkpoint_every: number
  /** How long commits and checkpoints are kept that no reader needs. */
  kept_ms: number
}
