import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { migrations } from '#db/migrations/index.ts'

/** The statements of a variant that was edited after its release, as its commit executed them. */
export function releasedVariant(name: string, commit: string): Migration {
  const text = readFileSync(join(import.meta.dirname, 'released', `${name}.${commit}.sql`), 'utf8')
  const statements = text.trimEnd().split('\n--;\n')
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  }
}

/** The migrations run by databases of earlier commits, in order; those without a commit were never edited. */
export function migrationsOf(release: Release): Record<string, Migration> {
  return Object.fromEntries(
    release.map((step) => {
      const [name, commit] = step.split(' ') as [string, string?]
      return [name, commit ? releasedVariant(name, commit) : migrations[name]!]
    }),
  )
}

const people = ['20261122_accounts', '20261123_organisations']
const devices = ['20261124_devices', '20261124_lists', '20261125_presence']
const sharing = ['20261127_sharing', '20261128_commands']
const old = '20261121_tracking'
const messages = '20261126_messages'

/**
 * By the commit that first made such databases. `embedded`: opened on the embedded database too, which takes long.
 * The two that came by upgrading ran a later variant of the messages after an earlier one of the trackers.
 */
export const releases: { commit: string; release: Release; embedded?: boolean }[] = [
  { commit: 'ff51e10', release: [`${old} ff51e10`], embedded: true },
  { commit: '6f0e08b', release: [`${old} 6f0e08b`] },
  { commit: '6ad549a', release: [`${old} 6f0e08b`, ...people] },
  { commit: 'ce8612c', release: [`${old} ce8612c`, ...people] },
  { commit: '8c27aad', release: [`${old} 8c27aad`, ...people], embedded: true },
  { commit: 'f94afed', release: [`${old} 8c27aad`, ...people, ...devices, `${messages} f94afed`] },
  {
    commit: '185ffaf',
    release: [`${old} 8c27aad`, ...people, ...devices, `${messages} f94afed`, ...sharing],
    embedded: true,
  },
  { commit: '7607031', release: [old, ...people, ...devices, `${messages} 7607031`, ...sharing] },
  { commit: '0ff86e9', release: [old, ...people, ...devices, messages, ...sharing] },
  {
    commit: 'ff51e10, upgraded at 7607031',
    release: [`${old} ff51e10`, ...people, ...devices, `${messages} 7607031`, ...sharing],
  },
  { commit: 'ce8612c, upgraded at 0ff86e9', release: [`${old} ce8612c`, ...people, ...devices, messages, ...sharing] },
]

/** Names of migrations, each with the commit of its variant where it is not the present one. */
export type Release = string[]
