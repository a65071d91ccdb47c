import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { nowhere } from '../../tests/db/nowhere.ts'
import { checksums } from './checksums.ts'
import { editedMigration } from './history.ts'
import { migrations } from './index.ts'
import { runRecorded } from './recorder.ts'

describe('a landed migration', () => {
  it.each(Object.entries(migrations))('%s executes what it landed with', async (name, migration) => {
    const checksum = await runRecorded(migration, nowhere)
    const line = `'${name}': ['${checksum}'],`
    expect(checksums[name], `Add to db/migrations/checksums.ts, when ${name} lands: ${line}`).toBeDefined()
    expect(checksum, editedMigration(name, checksum)).toBe(checksums[name]!.at(-1))
  })

  it('is never taken away, and they are listed in the order of their names', () => {
    expect(Object.keys(migrations).sort()).toEqual(Object.keys(checksums).sort())
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
