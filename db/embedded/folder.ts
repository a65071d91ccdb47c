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
 * Looks at the folder of the embedded database before PGlite does: PGlite makes a new database wherever PG_VERSION is
 * missing, over whatever is there.
 *
 * @returns what to call when the database is open
 * @throws {Error} with one sentence for people
 */
export function checkFolder(dataDir: string): { finished(): void } {
  const folder = join(dataDir, 'database')
  // A first start that was killed leaves a part of a database, which holds nothing yet.
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
      // Data that are committed later must not meet a marker again, after a power cut.
      const handle = openSync(dataDir, 'r')
      fsyncSync(handle)
      closeSync(handle)
    },
  }
}

/** One sentence for people about why PGlite could not open the folder, which it says in words of its own. */
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

// Opening writes a segment of the write-ahead log, and a first start the whole database.
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
