import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'
import { ZipFile } from 'yazl'
import { startChild } from '../child_calls.ts'
import type { Filled, Filling } from '../cpd_prepare.ts'
import { ms, type Row } from '../figures.ts'
import { ADMIN, type Kind, names, type Stage } from '../stage.ts'
import { type Call, longWork } from './interference_work.ts'

/** What devices and people wait for while long work is done: each kind of it, on both databases, beside idle figures. */
export async function interference(stage: Stage): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of ['postgres', 'embedded'] as const) rows.push(...(await measureOn(stage, kind)))
  return rows
}

async function measureOn(stage: Stage, kind: Kind): Promise<Row[]> {
  const postgres = kind === 'postgres' ? await stage.postgres() : null
  if (kind === 'postgres' && !postgres) return []
  const data_dir = stage.folder(`interference-${kind}`)
  const database_url = await postgres?.createDatabase('bench_interference')
  const size = stage.quick
    ? { people: 200, activities: 10_000, many: 1000 }
    : { people: 1000, activities: 50_000, many: 5000 }
  const entries = stage.quick ? 1000 : 10_000
  stage.log(`filling ${names[kind]} with ${size.people} people and ${size.activities} activities`)
  const prepare = startChild('cpd_prepare.ts')
  const filled = await prepare.call<Filled>('fill', { data_dir, database_url, ...size } satisfies Filling)
  await prepare.stop()
  const server = startChild('serve.ts', { env: settings(data_dir, database_url) })
  try {
    const { http_port, mqtt_port } = await server.call<{ http_port: number; mqtt_port: number }>('start')
    const base = `http://127.0.0.1:${http_port}/api/v1`
    const admin = await signIn(base, ADMIN.email)
    const tracker = await admin('PUT', 'tracker', { number: 'interference', organisation_id: 101 })
    const load = await openLoad(base, mqtt_port, { number: 'interference', token: tracker.data.device_token })
    const rows: Row[] = []
    const measure = async (what: string, run: () => Promise<unknown>) => {
      stage.log(`${names[kind]}: ${what}`)
      load.begin()
      const began = performance.now()
      await run()
      const took = performance.now() - began
      rows.push(...rowsOf(`${what}, ${names[kind]}`, took, await load.end()))
    }
    await measure('idle', () => wait(stage.quick ? 3000 : 10_000))
    const member = await signIn(base, 'c101-1@example.com')
    for (const { what, prepare, run } of longWork({
      admin,
      member,
      filled,
      entries,
      history: server.call,
      many: size.many,
      zip: await zipOf(entries),
      trackers: stage.quick ? 10 : 50,
    })) {
      await prepare?.()
      await measure(what, run)
    }
    await load.close()
    return rows
  } finally {
    await server.stop()
  }
}

/** A device that reports each 20 ms, and a person who reads a list each 50 ms. */
async function openLoad(base: string, port: number, { number, token }: { number: string; token: string }) {
  const dispatcher = await signIn(base, ADMIN.email)
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { username: number, password: token })
  let waits: Waits = { device: [], list: [] }
  let running = true
  const under_way = new Set<Promise<unknown>>()
  const timed = (of: keyof Waits, work: () => Promise<unknown>) => {
    const [began, into] = [performance.now(), waits]
    const done = work().then(() => void into[of].push(performance.now() - began))
    // One that failed is thrown where the end is awaited.
    done.catch(() => {})
    under_way.add(done)
    done.then(
      () => under_way.delete(done),
      () => {},
    )
  }
  let n = 0
  const publish = () => {
    const position = { lat: -36.85 + n / 1e6, lon: 174.76, ts: Date.now() / 1000, seq: n++ }
    timed('device', () => client.publishAsync(`trackers/${number}/position`, JSON.stringify(position), { qos: 1 }))
  }
  let lists = 0
  const list = () => {
    // Those that wait are counted; a server refuses more of one person.
    if (lists >= LISTS) return
    lists++
    timed('list', () => dispatcher('GET', 'trackers?organisation_id=101').finally(() => lists--))
  }
  const timers = [setInterval(() => running && publish(), 20), setInterval(() => running && list(), 50)]
  return {
    begin() {
      waits = { device: [], list: [] }
    },
    /** Waits for what was asked during the work. */
    async end(): Promise<Waits> {
      const measured = waits
      waits = { device: [], list: [] }
      await Promise.all(under_way)
      return measured
    },
    async close() {
      running = false
      timers.forEach(clearInterval)
      await Promise.all(under_way)
      await client.endAsync()
    },
  }
}

function rowsOf(what: string, took: number, waits: Waits): Row[] {
  const row = (of: keyof Waits, label: string, goal: number): Row => {
    const sorted = waits[of].sort((a, b) => a - b)
    const [most, p99] = [sorted.at(-1) ?? 0, sorted[Math.floor(sorted.length * 0.99)] ?? 0]
    return {
      what: label,
      measured: `longest ${ms(most)}, p99 ${ms(p99)} of ${sorted.length}`,
      value: most,
      unit: 'ms',
      goal: `longest ${goal} ms`,
      reached: most <= goal,
    }
  }
  return [
    row('device', `${what} (${ms(took)}): a device's acknowledgement`, 250),
    row('list', '  a list of trackers', 500),
  ]
}

/** Signs in. @returns a function that calls the API, and throws for what is refused */
async function signIn(base: string, username: string): Promise<Call> {
  const send =
    (token: string | null): Call =>
    async (method, path, body) => {
      const response = await fetch(`${base}/${path}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        },
        ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
      return text.startsWith('{') ? JSON.parse(text) : text
    }
  const { data } = await send(null)('POST', 'user/signin', { username, password: ADMIN.password })
  return send(data.token)
}

async function zipOf(entries: number): Promise<Buffer> {
  const zip = new ZipFile()
  for (let i = 0; i < entries; i++) zip.addBuffer(Buffer.from(`small file ${i}`), `folder ${i % 10}/small-${i}.txt`)
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const settings = (data_dir: string, database_url = '') => ({
  HOST: '127.0.0.1',
  HTTP_PORT: '0',
  ROLE: 'all',
  LOG_LEVEL: 'error',
  REDIS_URL: '',
  HTTP_RATE: '1000000',
  MQTT_RATE: '1000000',
  MQTT_PORT: '0',
  OSMAND_PORT: '0',
  TCP_PORTS: 'off',
  DATA_DIR: data_dir,
  DATABASE_URL: database_url,
})

/** Lists that wait at the same time, at most. */
const LISTS = 10

type Waits = Record<'device' | 'list', number[]>
