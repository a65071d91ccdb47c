import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BuildOptions, buildIndexes, createIndex, type Progress } from '#db/indexes/build.ts'
import { type DeclaredIndex, declared } from '#db/indexes/declared.ts'
import { makePartition } from '#db/partitions.ts'
import { type Network, startNetwork } from '../network.ts'

const is_server = process.env.DATABASE === 'server'
/** Not declared, so that only the tests build it. */
const index: DeclaredIndex = {
  name: 'tracker_event_probe',
  table: 'tracker_event',
  columns: 'organisation_id, received',
  where: 'outside_boundary',
}

let network: Network
beforeAll(async () => {
  network = await startNetwork()
  await insertEvents(200)
})
beforeEach(async () => {
  await sql`drop index if exists tracker_event_probe`.execute(network.db)
})
afterAll(() => network.stop())

describe('indexes of an installation that has events', () => {
  it('are there from the beginning in a new one', async () => {
    for (const { name } of declared) expect(await isValid(name), name).toBe(true)
  })

  it('are built partition by partition', async () => {
    const partitions = await partitionsOf()
    const built = await build()
    expect(built.map(({ table }) => table).sort()).toEqual(partitions.sort())
    expect(built.at(-1)).toMatchObject({ index: index.name, left: 0 })
    expect(await isValid(index.name)).toBe(true)
    expect(await build()).toEqual([])
  })

  it('are on a partition that is made later', async () => {
    await build()
    await makePartition(network.db, 'tracker_event_later', '2031-01-01T00:00:00Z', '2031-01-02T00:00:00Z')
    expect(await build()).toEqual([])
    expect(await isValid(index.name)).toBe(true)
    await sql`drop table tracker_event_later`.execute(network.db)
  })

  it('are continued where the work stopped', async () => {
    const stop = new AbortController()
    const first: Progress[] = []
    const report = (progress: Progress) => {
      first.push(progress)
      if (first.length === 2) stop.abort()
    }
    await start({ report, signal: stop.signal })
    expect(await isValid(index.name)).toBe(false)
    const rest = await build()
    expect(first.length).toBe(2)
    expect([...first, ...rest].map(({ table }) => table).sort()).toEqual((await partitionsOf()).sort())
    expect(await isValid(index.name)).toBe(true)
  })
})

/** A transaction that has written an event and is open until `end`. */
async function startWriting() {
  const { promise: writing, resolve: end } = Promise.withResolvers<void>()
  const { promise: began, resolve: begin } = Promise.withResolvers<void>()
  const older = network.db.transaction().execute(async (trx) => {
    await insertEvents(1, trx)
    begin()
    await writing
  })
  await began
  return { older, end }
}

describe.runIf(is_server)('indexes on a PostgreSQL server', () => {
  it('leave writers alone: reports are stored while one is built', async () => {
    await sql.raw(createIndex(index, { only: true })).execute(network.db)
    // A concurrent build waits for older transactions that have written; new writers do not wait for the build.
    const { older, end } = await startWriting()
    const building = build()
    try {
      await expect.poll(isWaiting).toBe(true)
      await insertEvents(50)
    } finally {
      end()
    }
    await older
    await building
    expect(await isValid(index.name)).toBe(true)
  })

  it('are built again after a build was cancelled, which leaves an invalid one', async () => {
    await sql.raw(createIndex(index, { only: true })).execute(network.db)
    const { older, end } = await startWriting()
    let session = 0
    const on_session = (pid: number) => {
      session = pid
    }
    const building = start({ on_session })
    const code = building.then(
      () => 'none',
      (error) => error.code,
    )
    // It may wait for something else first, such as autovacuum, and be between two statements when it is cancelled.
    const cancel = async () => {
      if (await isWaiting()) await sql`select pg_cancel_backend(${session})`.execute(network.db)
      return Promise.race([code, 'still building'])
    }
    try {
      await expect.poll(cancel, { interval: 500 }).toBe('57014')
    } finally {
      end()
    }
    await older
    await build()
    expect(await isValid(index.name)).toBe(true)
    const { rows } = await sql`select from pg_index where not indisvalid`.execute(network.db)
    expect(rows).toEqual([])
  })

  it('are built by one process of several', async () => {
    await Promise.all([build(), build()])
    expect(await isValid(index.name)).toBe(true)
  })
})

async function build(): Promise<Progress[]> {
  const built: Progress[] = []
  // While another process builds, this one would try again later.
  await expect.poll(() => start({ report: (progress) => void built.push(progress) })).toBe(true)
  return built
}

const start = (options: Partial<BuildOptions>) =>
  buildIndexes(network.db, { concurrently: is_server, report() {}, indexes: [index], ...options })

async function insertEvents(count: number, db: Pick<Network['db'], 'getExecutor'> = network.db): Promise<void> {
  await sql`
    insert into tracker_event
      (organisation_id, tracker_id, fix_at, received, event, valid, outside_boundary, repeated, late, digest)
    select 1, 1, now(), now(), 'position', true, true, false, false, (1000000 * random())::integer * 1000 + i
    from generate_series(1, ${count}::int) i`.execute(db)
}

/** Whether a build waits for another session. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where query like 'create index concurrently%' and wait_event_type = 'Lock'
      and datname = current_database()`.execute(network.db)
  return rows.length > 0
}

async function isValid(name: string): Promise<boolean> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(network.db)
  return rows[0]?.valid ?? false
}

async function partitionsOf(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits p join pg_class c on c.oid = p.inhrelid
    where p.inhparent = 'tracker_event'::regclass`.execute(network.db)
  return rows.map(({ name }) => name)
}
