import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Replaces a file that only its owner reads, so that a full disk or a crash leaves the one before. */
export function replaceSecretFile(path: string, text: string): void {
  withWritten(path, text, (part) => renameSync(part, path))
}

/** Makes a file that only its owner reads, unless there is one: of several processes that start at once, one makes it. */
export function makeSecretFile(path: string, text: string): void {
  withWritten(path, text, (part) => {
    try {
      linkSync(part, path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  })
}

function withWritten(path: string, text: string, name: (part: string) => void): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // Of this process alone: another may write the same file now.
  const part = `${path}.${randomUUID()}.new`
  try {
    writeFileSync(part, text, { mode: 0o600, flush: true })
    name(part)
  } finally {
    rmSync(part, { force: true })
  }
}
