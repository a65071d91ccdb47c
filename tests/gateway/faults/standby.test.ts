import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, type Postgres, type PostgresOptions, startPostgres } from '../../../scripts/postgres.ts'
import { drive, makeProcess, type ServerProcess } from '../../process.ts'
import { endBackends, using } from './database.ts'

/** Commits are acknowledged by the standby: then nothing is lost with the primary. */
const settings = { synchronous_commit: 'on' }

describe.runIf(process.env.DATABASE === 'server')('a standby of PostgreSQL', () => {
  let primary: Postgres
  let standby: Postgres
  let server: ServerProcess
  beforeAll(async () => {
    primary = await start({ fsync: false, settings })
    const port = await freePort()
    // It starts with one of the two.
    server = await makeProcess({ DATABASE_URL: primary.url.replace('@', `@127.0.0.1:${port},`) })
    await server.start()
    standby = await start({ fsync: false, settings, port, copy_of: primary })
    await using(primary.url, async (client) => {
      await client.query(`alter system set synchronous_standby_names = '*'`)
      await client.query('select pg_reload_conf()')
    })
  })
  afterAll(async () => {
    await server?.end('SIGKILL')
    await standby?.remove()
    await primary?.remove()
    server?.remove()
  })

  it('takes over when the primary is killed under load: every process finds it, and nothing acknowledged is lost', async () => {
    const admin = await server.admin()
    const devices = []
    for (let i = 0; i < 5; i++) {
      const { data } = await admin.create('tracker', { number: `moves-${i}` })
      devices.push({ id: data.id, number: data.number, token: data.device_token as string })
    }
    await expect.poll(() => using(primary.url, isSynchronous)).toBe(true)
    const driving = drive(server.mqtt_url, devices)
    await expect.poll(() => driving.count).toBeGreaterThan(500)

    await primary.crash()
    await standby.promote()
    const at_promotion = driving.count
    await expect.poll(() => driving.count - at_promotion).toBeGreaterThan(500)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)

    // The old primary comes back as if nothing had happened: it must not be used, although the URL names it too.
    await primary.start()
    const before = await using(primary.url, countEvents)
    await endBackends(standby.url)
    const at_return = driving.count
    await expect.poll(() => driving.count - at_return).toBeGreaterThan(500)
    await driving.stop()
    expect(await using(primary.url, countEvents)).toBe(before)

    for (const [i, { id }] of devices.entries()) {
      const stored = await using(standby.url, (client) => storedBy(client, id))
      expect(new Set(stored).size).toBe(stored.length)
      const known = new Set(stored)
      expect(driving.acknowledged[i]!.filter((n) => !known.has(n))).toEqual([])
    }
  }, 120_000)
})

async function start(options: PostgresOptions): Promise<Postgres> {
  const started = await startPostgres(options)
  if ('missing' in started) throw new Error(started.missing)
  return started
}

type Client = Parameters<Parameters<typeof using>[1]>[0]

async function isSynchronous(client: Client): Promise<boolean> {
  const { rows } = await client.query(`select from pg_stat_replication where sync_state = 'sync'`)
  return rows.length === 1
}

async function countEvents(client: Client): Promise<number> {
  const { rows } = await client.query('select count(*)::integer as count from tracker_event')
  return rows[0].count
}

/** The numbers that `drive` sent, which are the seconds since the start of its month. */
async function storedBy(client: Client, tracker_id: number): Promise<number[]> {
  const { rows } = await client.query(
    `select extract(epoch from fix_at - '2026-11-01T00:00:00Z')::integer as number from tracker_event where tracker_id = $1`,
    [tracker_id],
  )
  return rows.map(({ number }) => number)
}
