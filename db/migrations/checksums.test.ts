import { readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { nowhere } from '../../tests/db/nowhere.ts'
import { editedMigration } from './history.ts'
import { migrations } from './list.ts'
import { runRecorded } from './recorder.ts'

describe('a landed migration', () => {
  it.each(Object.entries(migrations))('%s executes what it landed with', async (name, migration) => {
    const checksum = await runRecorded(migration, nowhere)
    const line = `export const checksum = '${checksum}'`
    expect(migration.checksum, `Add to the file, when ${name} lands: ${line}`).toBeDefined()
    expect(checksum, editedMigration(name, checksum)).toBe(migration.checksum)
  })

  const names = Object.keys(migrations)
  it.each(names)('%s names the one before it: none is removed, renamed or put in between', (name) => {
    const before = names[names.indexOf(name) - 1]
    const { after } = migrations[name]!
    const line = `Add to the file, when ${name} lands: export const after = '${before}'`
    expect(after, after ? `${name} landed after ${after}, which is no longer the one before it.` : line).toBe(before)
  })

  it('has a name of its own, which begins with its day, in the folder of its month', () => {
    const folder = import.meta.dirname
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /[/\\].*\.ts$/.test(path))
    expect(files.map((path) => basename(path, '.ts')).sort()).toEqual(names)
    for (const path of files) expect(dirname(path)).toBe(basename(path).replace(/^(\d{4})(\d\d).*/, '$1-$2'))
  })
})

describe('the checksum of a migration', () => {
  const record = (...statements: ReturnType<typeof sql>[]) =>
    runRecorded(
      {
        async up(db) {
          for (const statement of statements) await statement.execute(db)
        },
      },
      nowhere,
    )

  it('tells statements, their order and their parameters apart', async () => {
    const variants = [
      await record(sql`select 1`, sql`select 2`),
      await record(sql`select 2`, sql`select 1`),
      await record(sql`select 1`),
      await record(sql`select ${1}`),
      await record(sql`select ${2}`),
      await record(sql`select ${'1'}`),
      await record(sql`select ${2n ** 60n}`),
    ]
    expect(new Set(variants).size).toBe(variants.length)
  })

  it('is of what is executed, by statements and by the builder, not of how the file looks', async () => {
    const built = await runRecorded({ up: (db) => db.schema.dropTable('a').execute() }, nowhere)
    expect(await runRecorded({ up: async (it) => await it.schema.dropTable('a').execute() }, nowhere)).toBe(built)
    expect(await record(sql.raw('drop table "a"'))).toBe(built)
  })
})
