import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { postgis } from '@electric-sql/pglite-postgis'
import { timestampToIso } from './timestamp.ts'

/**
 * Opens PostgreSQL with PostGIS inside this process.
 *
 * @param dataDir the folder to keep it in, made if missing; `image` a database made before (`dumpDataDir`) to begin with
 * @throws {Error} with one sentence for people when the folder cannot be used or another process has it open
 */
export async function openEmbedded(dataDir: string, image?: Blob): Promise<PGlite> {
  const release = lock(dataDir)
  try {
    const pglite = await PGlite.create({
      dataDir: join(dataDir, 'database'),
      extensions: { postgis, btree_gist },
      parsers: { 1184: timestampToIso },
      ...(image && { loadDataDir: image }),
    })
    await pglite.exec("set time zone 'UTC'")
    const close = pglite.close.bind(pglite)
    pglite.close = async () => {
      await close()
      release()
    }
    return pglite
  } catch (error) {
    release()
    throw error
  }
}

/** PGlite does not keep a second process off its files, and two would destroy them. */
function lock(dataDir: string): () => void {
  const path = join(dataDir, 'ringfence.lock')
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const holder = readHolder(path)
    if (holder && startedAt(holder.pid) === holder.started_at) {
      throw new Error(`DATA_DIR ${dataDir} is in use by another Ringfence (process ${holder.pid}): stop it first.`)
    }
    writeFileSync(path, JSON.stringify({ pid: process.pid, started_at: startedAt(process.pid) }))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code) throw new Error(`DATA_DIR ${dataDir} cannot be used (${code}): choose a folder that can be written.`)
    throw error
  }
  return () => rmSync(path, { force: true })
}

function readHolder(path: string): { pid: number; started_at: string } | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return null
    throw error
  }
}

/** Tells a process from a later one that was given the same number: in a container it is 1 every time. */
function startedAt(pid: number): string | null {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return null
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? 'alive'
  } catch {
    return 'alive' // no /proc here
  }
}
