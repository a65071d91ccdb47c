import type { Folder } from '../../contents/folder.ts'
import type { Action, Add, MetaData, Remove } from './actions.ts'
import { readCheckpoint } from './checkpoint.ts'

/** What a log says as of one version. */
export type Snapshot = {
  /** -1 before the first. */
  version: number
  /** The version of the last checkpoint, -1 without one. */
  checkpoint: number
  metaData: MetaData | null
  /** By path. */
  files: Map<string, Add>
  /** Of files that were removed not long ago, by path. */
  removed: Map<string, Remove>
}

/**
 * Reads a log: its last checkpoint, and the commits after it.
 *
 * @throws {Error} when a part is damaged or missing
 */
export async function readSnapshot(folder: Folder): Promise<Snapshot> {
  const snapshot: Snapshot = { version: -1, checkpoint: -1, metaData: null, files: new Map(), removed: new Map() }
  const last = await folder.read(LAST_CHECKPOINT)
  if (last) {
    const { version } = JSON.parse(String(last)) as { version: number }
    const bytes = await folder.read(checkpointName(version))
    if (!bytes) throw new Error(`${checkpointName(version)} is missing`)
    for (const action of await readCheckpoint(bytes)) apply(snapshot, action)
    snapshot.version = version
    snapshot.checkpoint = version
  }
  await refresh(folder, snapshot)
  return snapshot
}

/** Reads what others have committed since. */
export async function refresh(folder: Folder, snapshot: Snapshot): Promise<void> {
  for (;;) {
    const bytes = await folder.read(commitName(snapshot.version + 1))
    if (!bytes) return
    for (const line of String(bytes).split('\n')) if (line) apply(snapshot, JSON.parse(line))
    snapshot.version++
  }
}

export function apply(snapshot: Snapshot, action: Action): void {
  if ('add' in action) {
    snapshot.files.set(action.add.path, action.add)
    snapshot.removed.delete(action.add.path)
  } else if ('remove' in action) {
    snapshot.files.delete(action.remove.path)
    snapshot.removed.set(action.remove.path, action.remove)
  } else if ('metaData' in action) snapshot.metaData = action.metaData
}

const digits = (version: number) => String(version).padStart(20, '0')
export const commitName = (version: number) => `${digits(version)}.json`
export const checkpointName = (version: number) => `${digits(version)}.checkpoint.parquet`
export const LAST_CHECKPOINT = '_last_checkpoint'
