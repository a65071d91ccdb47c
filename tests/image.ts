import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PGliteDialect } from 'kysely'
import pg from 'pg'
import { openEmbedded } from '#db/embedded/index.ts'
import { migrate } from '#db/migrations/index.ts'
import { openDatabase } from '#db/open.ts'
import { makePartitions } from '#db/partitions.ts'
import type { Database } from '#db/tables/index.ts'

const cache = join(import.meta.dirname, '.cache')
export const TEMPLATE = 'ringfence_template'

/** Global setup: a migrated database of each kind, which every test file copies. */
export default async function setup(): Promise<void> {
  if (!existsSync(imagePath())) await makeImage()
  if (process.env.TEST_DATABASE_URL) await makeTemplate(process.env.TEST_DATABASE_URL)
}

/** The embedded database as a file, named by a hash of the migrations. */
export function imagePath(): string {
  const folder = join(import.meta.dirname, '../db/migrations')
  const hash = createHash('sha256')
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const path of paths.sort()) hash.update(readFileSync(path))
  return join(cache, `database-${hash.digest('hex').slice(0, 16)}.tar`)
}

async function makeImage(): Promise<void> {
  console.log('Making the database that the tests start from …')
  const folder = mkdtempSync(join(tmpdir(), 'ringfence-image-'))
  const pglite = await openEmbedded(folder)
  const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) })
  await migrate(db)
  await makePartitions(db)
  const image = await pglite.dump()
  await pglite.close()
  rmSync(folder, { recursive: true })
  mkdirSync(cache, { recursive: true })
  writeFileSync(imagePath(), image)
}

async function makeTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`drop database if exists ${TEMPLATE}`)
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const { db, close } = await openDatabase({ database_url: databaseUrl(url, TEMPLATE), data_dir: '' })
  await migrate(db)
  await makePartitions(db)
  await close()
}

export function databaseUrl(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}
