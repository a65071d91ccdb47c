import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#api/client.ts'
import type { Replicas } from '#db/server/replicas.ts'
import { freePort, type Postgres, type PostgresOptions, startPostgres } from '../../../scripts/postgres.ts'
import { type Network, signIn, startNetwork } from '../../network.ts'
import { using } from './database.ts'

/** As in production, where what is acknowledged is in the log; and a replica that waits for none of its readers. */
const settings = { synchronous_commit: 'on', max_standby_streaming_delay: 0 }

describe.runIf(process.env.DATABASE === 'server')('reads from a replica', () => {
  let primary: Postgres
  let standby: Postgres
  let network: Network
  let replicas: Replicas
  let tracker_id: number
  beforeAll(async () => {
    primary = await start({ fsync: false, settings })
    const port = await freePort()
    const read_url = primary.url.replace(String(primary.port), String(port))
    const env = { DATABASE_URL: primary.url, DATABASE_READ_URL: read_url, DATABASE_READ_WAIT_MS: '5000' }
    network = await startNetwork(env, { existing: true })
    replicas = network.server.database.replicas!
    const { data } = await network.admin.create('tracker', { number: 'read-1' })
    tracker_id = data.id
    // The server has started without it: a replica that is away is no reason to refuse.
    await addEvent()
    expect(await eventsOf()).toHaveLength(1)
    standby = await start({ fsync: false, settings, port, copy_of: primary })
  })
  afterAll(async () => {
    await network?.stop()
    await standby?.remove()
    await primary?.remove()
  })

  it('are lists, totals and files of history; one row, rights and settings are read from the primary', async () => {
    await untilUsed()
    const reads = async (path: string) => {
      const before = count('replica')
      const headers = { authorization: `Bearer ${network.token}` }
      const answer = await fetch(`${network.url}/api/v1/${path}`, { headers })
      await answer.text()
      expect(answer.ok, path).toBe(true)
      return count('replica') - before
    }
    const of_history = ['trackerevents', 'alerts', 'auditlogs', 'messages', 'trackercommands']
    for (const path of [...of_history, 'trackerevents?format=csv', 'trackerevents?format=gpx', 'trackers?format=csv']) {
      expect(await reads(path), path).toBeGreaterThan(0)
    }
    const [event] = await eventsOf()
    for (const path of ['trackers', 'users', 'sessions', 'organisations', `trackerevent?id=${event!.id}`]) {
      expect(await reads(path), path).toBe(0)
    }
  })

  it('have everything that was written before, also by a replica that is late', async () => {
    await onStandby(`alter system set recovery_min_apply_delay = '200ms'`, 'select pg_reload_conf()')
    const [before, answered] = [(await eventsOf()).length, count('replica')]
    for (let i = 1; i <= 5; i++) {
      await addEvent()
      expect(await eventsOf()).toHaveLength(before + i)
    }
    expect(count('replica')).toBeGreaterThan(answered)
    await onStandby('alter system reset recovery_min_apply_delay', 'select pg_reload_conf()')
  })

  it('are answered by the primary while a replica does not catch up: a right that was revoked ends at once', async () => {
    const user = await addUser()
    await network.admin.update('tracker', { id: tracker_id, owner_user_id: user.id })
    expect(await eventsOf(user.client)).not.toHaveLength(0)
    await onStandby('select pg_wal_replay_pause()')
    const [behind, before] = [count('behind'), (await eventsOf()).length]
    await network.admin.update('tracker', { id: tracker_id, owner_user_id: null })
    await addEvent()
    expect(await eventsOf(user.client)).toHaveLength(0)
    expect(await eventsOf()).toHaveLength(before + 1)
    expect(count('behind')).toBe(behind + 1) // the others did not wait for it
    expect(await metric('ringfence_read_replicas')).toBe(0)
    await onStandby('select pg_wal_replay_resume()')
    await untilUsed()
    expect(await metric('ringfence_read_replicas')).toBe(1)
  })

  it('are repeated on the primary after a conflict with recovery', async () => {
    await using(primary.url, (client) => client.query('create table contested as select 1 as value'))
    const before = count('conflict')
    const reading = sql<{ value: number }>`select value, pg_sleep(3) from contested`.execute(
      network.server.database.reads,
    )
    await expect.poll(() => isRunning(standby, 'from contested')).toBe(true)
    await using(primary.url, (client) => client.query('vacuum full contested'))
    expect((await reading).rows[0]!.value).toBe(1)
    expect(count('conflict')).toBe(before + 1)
    expect(replicas.used).toBe(1)
  })

  it('are answered by the primary while a replica is away', async () => {
    const before = (await eventsOf()).length
    await standby.crash()
    await addEvent()
    for (let i = 0; i < 5; i++) expect(await eventsOf()).toHaveLength(before + 1)
    expect(replicas.used).toBe(0)
    await standby.start()
    await untilUsed()
  })

  it('are refused a transaction', async () => {
    await expect(network.server.database.reads.transaction().execute(async () => {})).rejects.toThrow('primary')
  })

  it('leave out a replica that was promoted, and has rows of its own', async () => {
    await standby.promote()
    await using(standby.url, (client) => client.query('delete from tracker_event'))
    expect(await eventsOf()).not.toHaveLength(0)
    expect(replicas.used).toBe(0)
    expect(count('foreign')).toBeGreaterThan(0)
  })

  const count = (answered: Parameters<Replicas['counts']['get']>[0]) => replicas.counts.get(answered) ?? 0
  const onStandby = (...statements: string[]) =>
    using(standby.url, async (client) => {
      for (const statement of statements) await client.query(statement)
    })

  async function untilUsed(): Promise<void> {
    await expect
      .poll(async () => {
        await eventsOf()
        return replicas.used
      })
      .toBe(1)
  }

  async function eventsOf(client = network.admin): Promise<{ id: number }[]> {
    const { data } = await client.list('trackerevent', { tracker_id })
    return data
  }

  async function addEvent(): Promise<void> {
    await sql`
      insert into tracker_event (organisation_id, tracker_id, fix_at, received, event, valid, repeated, late, digest)
      select organisation_id, id, clock_timestamp(), now(), 'position', true, false, false, 1 from tracker
      where id = ${tracker_id}`.execute(network.db)
  }

  async function addUser() {
    const [username, password] = ['reader', 'another battery staple']
    const { data } = await network.admin.create('user', {
      organisation_id: 1,
      username,
      email: 'reader@example.com',
      password,
    })
    await sql`update user_account set password_origin = 'own', confirmed_at = now() where id = ${data.id}`.execute(
      network.db,
    )
    const token = await signIn(network.url, username, password)
    return { id: data.id, client: createClient({ base: network.url, token: () => token, retries: 0 }) }
  }

  async function metric(name: string): Promise<number> {
    const text = await (await fetch(`${network.url}/metrics`)).text()
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
  }
})

function isRunning(postgres: Postgres, part: string): Promise<boolean> {
  return using(postgres.url, async (client) => {
    const { rows } = await client.query(
      `select from pg_stat_activity where state = 'active' and query like $1 and pid <> pg_backend_pid()`,
      [`%${part}%`],
    )
    return rows.length > 0
  })
}

async function start(options: PostgresOptions): Promise<Postgres> {
  const started = await startPostgres(options)
  if ('missing' in started) throw new Error(started.missing)
  return started
}
