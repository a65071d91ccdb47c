import { execFileSync } from 'node:child_process'
import { chownSync, closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A file system of its own that can be filled, in memory.
 *
 * @returns null where this process may not mount one; that is said
 */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'ringfence-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'pipe' })
  } catch (error) {
    rmSync(path, { recursive: true })
    console.log(`No small disk can be mounted here: ${(error as Error).message.trim().split('\n').at(-1)}`)
    return null
  }
  const filler = join(path, 'filler')
  return {
    path,
    giveTo(folder) {
      const { uid, gid } = statSync(folder)
      chownSync(path, uid, gid)
    },
    fill() {
      const file = openSync(filler, 'a')
      try {
        for (let size = 1024 * 1024; size >= 512; ) if (!write(file, size)) size /= 2
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['--lazy', path], { stdio: 'pipe' })
      rmSync(path, { recursive: true })
    },
  }
}

function write(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) === size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}

export type SmallDisk = {
  path: string
  /** Gives it the owner of a folder. */
  giveTo(folder: string): void
  /** Takes all the room there is. */
  fill(): void
  free(): void
  remove(): void
}
