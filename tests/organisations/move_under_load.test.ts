import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeMoved } from '#db/moving/remove.ts'
import { copyTemplate, type Network, startNetwork } from '../network.ts'
import { makeOrganisation } from '../seeds/people.ts'

const DEVICES = 12
const dir = mkdtempSync(join(tmpdir(), 'ringfence-move-'))
const PASSPHRASE = 'a passphrase for the move'
const databases: Awaited<ReturnType<typeof copyTemplate>>[] = []
let here: Network
let there: Network
beforeAll(async () => {
  databases.push(await copyTemplate(), await copyTemplate())
  here = await startNetwork(envOf(0), { existing: true })
  there = await startNetwork(envOf(1), { existing: true })
})
afterAll(async () => {
  await here?.stop()
  await there?.stop()
  for (const database of databases) await database.drop()
  rmSync(dir, { recursive: true, force: true })
})

const envOf = (number: number) => ({
  DATABASE_URL: databases[number]!.url,
  DATA_DIR: join(dir, String(number)),
  INSTALLATION_NUMBER: String(number),
})

/** Runs `npm run db -- organisation` beside the server of an installation. */
async function organisation(number: number, args: string[], passphrase = PASSPHRASE) {
  const script = join(import.meta.dirname, '../../scripts/db.ts')
  const env = { ...process.env, ...envOf(number), RINGFENCE_PASSPHRASE: passphrase }
  return promisify(execFile)(process.execPath, [script, 'organisation', ...args], { env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stderr }) => ({ code, text: String(stderr) }),
  )
}

/** A device that knows two servers: it sends each report until one acknowledges it, as QoS 1 asks for. */
function startDevice(number: string, token: string) {
  const acknowledged: number[] = []
  let stopped = false
  const run = async () => {
    for (let second = 0; !stopped; ) {
      const client = await connect(number, token)
      if (!client) continue
      const closed = new Promise<never>((_, reject) => client.once('close', () => reject(new Error('closed'))))
      closed.catch(() => {})
      try {
        for (; !stopped; second++) {
          const position = { lat: -36.85, lon: 174.75, ts: 1_790_000_000 + second, seq: second }
          const sent = client.publishAsync(`trackers/${number}/position`, JSON.stringify(position), { qos: 1 })
          await Promise.race([sent, closed])
          acknowledged.push(second)
          await wait(5)
        }
      } catch {
        // Sent again, at this server or the other one.
      } finally {
        client.end(true)
      }
    }
  }
  const done = run()
  const stop = () => {
    stopped = true
    return done
  }
  return { number, acknowledged, stop }
}

async function connect(number: string, token: string) {
  for (const network of [here, there]) {
    const client = mqtt.connect(`mqtt://127.0.0.1:${network.server.mqtt_port}`, {
      username: number,
      password: token,
      reconnectPeriod: 0,
      connectTimeout: 5_000,
    })
    client.on('error', () => {})
    const connected = await new Promise<boolean>((resolve) => {
      client.once('connect', () => resolve(true))
      client.once('close', () => resolve(false))
    })
    if (connected) return client
    client.end(true)
  }
  await wait(20)
  return null
}

it('moves an organisation while its devices report: what is acknowledged is stored once', async () => {
  const ours = await makeOrganisation(here, 'ours')
  const devices = await Promise.all(
    Array.from({ length: DEVICES }, async (_, i) => {
      const { data } = await here.admin.create('tracker', { number: `device-${i}`, organisation_id: ours.id })
      return startDevice(`device-${i}`, data.device_token as string)
    }),
  )
  await expect.poll(() => Math.min(...devices.map(({ acknowledged }) => acknowledged.length))).toBeGreaterThan(50)

  const file = join(dir, 'ours.age')
  const id = String(ours.id)
  expect(await organisation(0, ['hold', id])).toMatchObject({ code: 0 })
  const count = () => devices.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
  // Its last acknowledgements are on their way.
  await wait(200)
  const during = count()
  expect(await organisation(0, ['export', id, '--to', file])).toMatchObject({ code: 0 })
  expect(count()).toBe(during)
  expect(await organisation(1, ['import', file], 'another passphrase')).toMatchObject({
    code: 1,
    text: expect.stringContaining('Wrong passphrase'),
  })

  await killInTheMiddle(file)
  expect(await there.db.selectFrom('organisation').select('id').where('id', '=', ours.id).execute()).toEqual([])
  const to = ['--to', 'https://au.example.com']
  expect(await organisation(0, ['moved', id, ...to])).toMatchObject({
    code: 1,
    text: expect.stringContaining('Give --receipt'),
  })
  const { code, text } = await organisation(1, ['import', file, '--trust'])
  expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining('Imported: ours') })
  const [receipt = ''] = /(?<=Receipt[^\n]*: )[0-9a-f-]{39}$/m.exec(text) ?? []
  expect(await organisation(1, ['receipt', id])).toMatchObject({ code: 0, text: expect.stringContaining(receipt) })
  expect(await organisation(0, ['moved', id, ...to, '--receipt', receipt])).toMatchObject({ code: 0 })
  await expect.poll(count).toBeGreaterThan(during + DEVICES * 20)
  await Promise.all(devices.map((device) => device.stop()))

  const seconds = async ({ db }: Network, number: string) => {
    const { rows } = await sql<{ second: number }>`
      select (extract(epoch from e.fix_at) - 1790000000)::int as second from tracker_event e
      join tracker t on t.organisation_id = e.organisation_id and t.id = e.tracker_id
      where t.number = ${number} order by 1`.execute(db)
    return rows.map(({ second }) => second)
  }
  for (const { number, acknowledged } of devices) {
    const [old, stored] = [await seconds(here, number), await seconds(there, number)]
    // What is here at the hold has moved, and everything since is there.
    expect(stored.slice(0, old.length)).toEqual(old)
    expect(stored.filter((second) => acknowledged.includes(second))).toEqual(acknowledged)
    expect(new Set(stored).size).toBe(stored.length)
    expect(stored.length).toBeLessThanOrEqual(acknowledged.length + 1)
  }

  expect(await removeMoved(here.db, ours.id)).toBeGreaterThan(DEVICES * 50)
  const { rows } = await sql`select 1 from tracker_event where organisation_id = ${ours.id}`.execute(here.db)
  expect(rows).toEqual([])
}, 240_000)

/** Kills an import as soon as it has read some rows. */
async function killInTheMiddle(file: string): Promise<void> {
  const script = join(import.meta.dirname, '../../scripts/db.ts')
  const env = { ...process.env, ...envOf(1), RINGFENCE_PASSPHRASE: PASSPHRASE }
  const child = spawn(process.execPath, [script, 'organisation', 'import', file, '--trust'], { env })
  await new Promise<void>((resolve) => {
    let text = ''
    child.stderr.on('data', (chunk) => {
      text += chunk
      if (text.includes('membership')) child.kill('SIGKILL')
    })
    child.on('exit', () => resolve())
  })
  expect(child.signalCode).toBe('SIGKILL')
}

it('refuses to start with another number than the database was made with', async () => {
  const env = { ...envOf(1), INSTALLATION_NUMBER: '2', DATA_DIR: join(dir, 'wrong') }
  await expect(startNetwork(env, { existing: true })).rejects.toThrow(
    'INSTALLATION_NUMBER is 2, but this database was made as installation 1: set it to 1.',
  )
})

it('gives an error at the end of its range, and does not begin again', async () => {
  await sql`create sequence worn minvalue 1 maxvalue 2`.execute(there.db)
  const next = () => sql`select nextval('worn')`.execute(there.db)
  await next()
  await next()
  await expect(next()).rejects.toThrow('maximum value')
  const { rows } = await sql<{ name: string }>`select sequencename as name from pg_sequences where cycle`.execute(
    there.db,
  )
  expect(rows).toEqual([])
})
