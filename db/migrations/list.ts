import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Migration } from 'kysely/migration'

/**
 * All migrations by name, in the order of their names, in which they run: one file each, in the folder of its month. One
 * that has landed is never changed.
 */
export const migrations: Record<string, MigrationFile> = Object.fromEntries(
  await Promise.all(
    filesOfMonths().map(async (path) => [basename(path, '.ts'), await import(pathToFileURL(path).href)] as const),
  ),
)

/** The checksums with which a migration was released, the present one last; none while it has not landed. */
export function releasedChecksums(name: string): string[] {
  const { earlier = [], checksum } = migrations[name] ?? {}
  return checksum === undefined ? [] : [...earlier, checksum]
}

function filesOfMonths(): string[] {
  const folder = import.meta.dirname
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^\d{4}-\d\d[/\\]\d{8}_\w+\.ts$/.test(path))
    .sort((a, b) => (basename(a) < basename(b) ? -1 : 1))
    .map((path) => join(folder, path))
}

/** What a migration's file exports. Everything but `up` is written when it lands; `npm test -- db/migrations` prints it. */
export interface MigrationFile extends Migration {
  /** The name of the migration before it, so that none that has landed is removed, renamed or put in between. */
  after?: string
  /** Of the statements that it executes (`recorder.ts`). */
  checksum?: string
  /** Of other statements that it was released with, oldest first. */
  earlier?: string[]
}
