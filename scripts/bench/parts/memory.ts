import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort, spawnMortal } from '../../postgres.ts'
import { serverProcess } from '../../server_process.mjs'
import { startChild, stopProcess } from '../child_calls.ts'
import { megabytes, memoryOf, type Row, residentOf } from '../figures.ts'
import type { Measured } from '../load/load.ts'
import type { Filled, Filling } from '../prepare.ts'
import { ADMIN, type Stage } from '../stage.ts'

/**
 * Memory of the server with the embedded database, as `npm start` starts it: what is resident afterwards, and the most
 * since its start, with the process that creates the database.
 */
export async function memory(stage: Stage): Promise<Row[]> {
  const seconds = stage.quick ? 10 : 60
  const filled = await fill(stage)
  const rows: Row[] = []
  for (const low of [false, true]) {
    const env: Record<string, string> = low ? { LOW_MEMORY: 'on' } : {}
    const what = (of: string) => `memory, embedded: ${of}${low ? ', LOW_MEMORY' : ''}`
    stage.log(what('empty, then the demo, then 5 000 trackers'))
    rows.push(rowOf(what('empty, first start'), await measure(stage.folder('memory'), { env, seconds })))
    const demo = await measure(stage.folder('memory'), { env, seconds, args: ['--demo'] })
    rows.push(rowOf(what('demo, first start'), demo, low ? { now: 600e6 } : { now: 800e6, most: 900e6 }))
    const data_dir = stage.folder('memory')
    cpSync(filled, data_dir, { recursive: true })
    const busy = await measure(data_dir, { env, seconds, trackers: TRACKERS })
    rows.push(rowOf(what(`${TRACKERS} trackers, each reporting every 10 s`), busy))
  }
  return rows
}

const TRACKERS = 5_000

async function fill(stage: Stage): Promise<string> {
  const data_dir = stage.folder('memory')
  stage.log(`filling the embedded database with ${TRACKERS} trackers`)
  const child = startChild('prepare.ts')
  const filling: Filling = { data_dir, admin: ADMIN, trackers: TRACKERS, boundaries: 1000 }
  try {
    await child.call<Filled>('fill', filling)
  } finally {
    await child.stop()
  }
  return data_dir
}

async function measure(data_dir: string, { env, seconds, args = [], trackers = 0 }: Measuring): Promise<Memory> {
  const [http, mqtt] = [await freePort(), await freePort()]
  const options = serverProcess(env)
  const script = join(import.meta.dirname, '../../server/start.ts')
  const child = spawnMortal(process.execPath, [...options.args, script, ...args], {
    env: {
      ...process.env,
      ...options.env,
      DATA_DIR: data_dir,
      DATABASE_URL: '',
      REDIS_URL: '',
      ROLE: 'all',
      HOST: '127.0.0.1',
      HTTP_PORT: String(http),
      MQTT_PORT: String(mqtt),
      OSMAND_PORT: '0',
      TCP_PORTS: 'off',
      MQTT_MAX_PER_ADDRESS: '1000000',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
    stdio: ['ignore', 'ignore', 2],
  })
  let together = 0
  const sampling = setInterval(() => {
    together = Math.max(together, residentOf(child.pid!))
  }, 50)
  try {
    while (!(await isReady(http))) {
      if (child.exitCode !== null) throw new Error(`scripts/server/start.ts ended with code ${child.exitCode}`)
      await wait(100)
    }
    if (trackers > 0) await report(mqtt, trackers, seconds)
    else await wait(seconds * 1000)
    const { now, most } = memoryOf(child.pid!)
    return { now, most: Math.max(most, together) }
  } finally {
    clearInterval(sampling)
    await stopProcess(child)
  }
}

async function report(port: number, connections: number, seconds: number): Promise<void> {
  const load = startChild('load/load.ts')
  try {
    await load.call('connect', { port, connections, window: 1 })
    await load.call<Measured>('pace', { every_ms: 10_000, warm_s: 0, seconds })
  } finally {
    await load.stop()
  }
}

function rowOf(what: string, { now, most }: Memory, goal: Partial<Memory> = {}): Row {
  const goals = [goal.now && `≤ ${megabytes(goal.now)}`, goal.most && `at most ${megabytes(goal.most)}`]
  return {
    what,
    measured: `${megabytes(now)}, at most ${megabytes(most)}`,
    value: now,
    unit: 'bytes',
    ...(goal.now && {
      goal: goals.filter(Boolean).join(', '),
      reached: now <= goal.now && most <= (goal.most ?? Number.POSITIVE_INFINITY),
    }),
  }
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** In bytes. */
type Memory = { now: number; most: number }
type Measuring = { env: Record<string, string>; seconds: number; args?: string[]; trackers?: number }
