import { createHash } from 'node:crypto'
import type { Kysely, KyselyPlugin } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Runs a migration.
 *
 * @returns SHA-256, in hex, of the statements that it executed and their parameters. Comments and layout of the file do
 * not matter; what PostgreSQL was sent does.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own day, not today's
export async function runRecorded({ up }: Pick<Migration, 'up'>, db: Kysely<any>): Promise<string> {
  const hash = createHash('sha256')
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const { sql, parameters } = db.getExecutor().compileQuery(node, queryId)
      hash.update(`${JSON.stringify([sql, parameters], plainInteger)}\n`)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await up(db.withPlugin(recorder))
  return hash.digest('hex')
}

/** JSON has no integers above 2^53. */
const plainInteger = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
