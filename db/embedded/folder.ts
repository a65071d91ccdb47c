import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/**
 * Checks the folder of the embedded database before PGlite opens it: PGlite creates a new database in every folder where PG_VERSION
 * is missing, over existing files.
 *
 * @returns a callback for when the database is open
 * @throws {Error} with one sentence for people
 */
export function checkFolder(dataDir: string): { finished(): void } {
  const folder = join(dataDir, 'database')
  // A first start that was killed leaves an incomplete database without data.
  const marker = join(dataDir, 'database.unfinished')
  if (existsSync(marker)) rmSync(folder, { recursive: true, force: true })
  const files = list(folder)
  if (files.length === 0) writeFileSync(marker, '')
  else
    for (const file of ['PG_VERSION', 'global', 'base']) {
      if (!files.includes(file)) throw new Error(damaged(folder, `${file} is missing`))
      accessSync(join(folder, file), constants.R_OK | constants.W_OK)
    }
  return {
    finished() {
      if (!existsSync(marker)) return
      rmSync(marker)
      // After a power cut, committed data must not be found beside a marker.
      const handle = openSync(dataDir, 'r')
      fsyncSync(handle)
      closeSync(handle)
    },
  }
}

/** One sentence for people on why PGlite could not open the folder. */
export function explainFolder(dataDir: string, { message }: Error): string {
  const { bavail, bsize } = statfsSync(dataDir)
  if (bavail * bsize < ROOM_BYTES) {
    return `The embedded database in ${dataDir} cannot be opened, since its disk is full: make room (100 MB at least) and start again.`
  }
  return damaged(join(dataDir, 'database'), `PostgreSQL cannot read it: ${message.split('.')[0]}`)
}

function damaged(folder: string, reason: string): string {
  return `The embedded database in ${folder} is damaged (${reason}): put a backup of the folder in its place. Without a backup move it away, and the next start makes an empty database.`
}

// Opening writes a WAL segment, and a first start the whole database.
const ROOM_BYTES = 100 * 1024 * 1024

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    if (code === 'ENOTDIR') throw new Error(`${folder} is no folder: move it away, or set DATA_DIR to another folder.`)
    throw error
  }
}
