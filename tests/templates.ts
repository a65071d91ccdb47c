import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Kysely, PGliteDialect } from 'kysely'
import pg from 'pg'
import { openEmbedded } from '#db/embedded/index.ts'
import { postgisFolder } from '#db/embedded/postgis_files.ts'
import { migrate } from '#db/migrations/index.ts'
import { openDatabase } from '#db/open.ts'
import { makePartitions } from '#db/partitions.ts'
import type { Database } from '#db/tables/index.ts'

const cache = join(import.meta.dirname, '.cache')
export const TEMPLATE = 'ringfence_template'

/**
 * Global setup: a migrated database of each kind, which servers of tests copy.
 *
 * @returns what removes the copies that are left, such as those that a worker shares
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (!existsSync(templateFolder())) await makeFolder()
  if (process.env.TEST_DATABASE_URL) await makeTemplate(process.env.TEST_DATABASE_URL)
  return removeCopies
}

/** How the names of copies begin, by the process of vitest, of which workers are children. */
export const namesOf = (pid: number) => ({ folder: `ringfence-test-${pid}-`, database: `test_${pid}_` })

async function removeCopies(): Promise<void> {
  const { folder, database } = namesOf(process.pid)
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(folder))
  for (const name of folders) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  if (!process.env.TEST_DATABASE_URL) return
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [database])
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
  await client.end()
}

/** A DATA_DIR with the embedded database, named by a hash of the migrations. */
function templateFolder(): string {
  const folder = join(import.meta.dirname, '../db/migrations')
  const hash = createHash('sha256')
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const path of paths.sort()) hash.update(readFileSync(path))
  return join(cache, `database-${hash.digest('hex').slice(0, 16)}`)
}

/** Puts a migrated embedded database into a new DATA_DIR. */
export function copyFolder(data_dir: string): void {
  cpSync(join(templateFolder(), 'database'), join(data_dir, 'database'), { recursive: true })
}

/**
 * Compiling PostgreSQL and PostGIS takes most of the start of an embedded database. V8 shares compiled modules of the
 * same bytes in a process, also between threads, as long as one is in use: this keeps one for all files of a worker.
 */
export async function keepCompiled(): Promise<void> {
  const paths = [
    join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm'),
    join(postgisFolder(), 'lib/postgresql/postgis-3.so'),
  ]
  const there = paths.filter((path) => existsSync(path))
  compiled ??= Promise.all(there.map((path) => WebAssembly.compile(readFileSync(path))))
  await compiled
}
let compiled: Promise<WebAssembly.Module[]> | null = null

async function makeFolder(): Promise<void> {
  console.log('Making the database that the tests start from …')
  rmSync(cache, { recursive: true, force: true })
  mkdirSync(cache)
  const folder = mkdtempSync(join(cache, 'unfinished-'))
  const pglite = await openEmbedded(folder)
  const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) })
  await migrate(db)
  await makePartitions(db)
  await pglite.close()
  renameSync(folder, templateFolder())
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
