import { median, percentiles, perSecond, type Row } from './figures.ts'
import type { Measured } from './load.ts'
import { names, type Stage } from './stage.ts'

/** Reports acknowledged after their commit, against what mosquitto acknowledges on the same load without storing it. */
export async function throughput(stage: Stage): Promise<Row[]> {
  const targets = await startAll(stage)
  const rounds = stage.quick ? 2 : 5
  const run = stage.quick ? { warm_s: 0.5, seconds: 2 } : { warm_s: 2, seconds: 5 }
  const rows: Row[] = []
  // Code that has just been loaded is slow for some seconds; a server runs for months.
  for (const { name, port } of targets) {
    if (name === 'mosquitto') continue
    stage.say(`warming ${names[name]}`)
    await stage.measure({ port, ...shapes[0]! }, { warm_s: 0, seconds: stage.quick ? 3 : 8 })
  }
  for (const shape of shapes) {
    const text = `${shape.connections} × ${shape.window} in flight`
    const measured = new Map<string, Measured[]>(targets.map(({ name }) => [name, []]))
    for (let round = 1; round <= rounds; round++) {
      for (const { name, port } of targets) {
        const result = await stage.measure({ port, ...shape }, run)
        stage.say(`${text}, round ${round} of ${rounds}: ${names[name]} ${perSecond(result.rate)}`)
        measured.get(name)!.push(result)
      }
    }
    for (const { name } of targets) rows.push(...rowsOf(text, name, measured.get(name)!, measured.get('mosquitto')))
  }
  return rows
}

/** Devices that wait for each answer, clients that send as most are allowed to, and gateways that carry many devices. */
const shapes = [
  { connections: 1000, window: 1 },
  { connections: 1000, window: 20 },
  { connections: 50, window: 20 },
]

const goals = { mosquitto: null, postgres: 0.5, embedded: 0.25 } as const

async function startAll(stage: Stage): Promise<Target[]> {
  const started = {
    mosquitto: await stage.mosquitto(),
    postgres: await stage.ringfence('postgres'),
    embedded: await stage.ringfence('embedded'),
  }
  return (Object.keys(goals) as (keyof typeof goals)[]).flatMap((name) => {
    const server = started[name]
    return server ? [{ name, port: server.mqtt_port }] : []
  })
}

function rowsOf(shape: string, name: Target['name'], results: Measured[], bare: Measured[] | undefined): Row[] {
  const rate = median(results.map((r) => r.rate))
  const stored = name === 'mosquitto' ? 'nothing stored' : 'after the commit'
  const label = `MQTT QoS 1, ${shape}, ${names[name]}`
  const rows: Row[] = [{ what: `${label}, ${stored}`, measured: perSecond(rate), value: rate, unit: 'reports/s' }]
  const goal = goals[name]
  if (goal && bare) {
    // Of the runs beside each other: what else the machine does changes slowly.
    const ratio = median(results.map((r, i) => r.rate / bare[i]!.rate))
    rows.push({
      what: '  against mosquitto',
      measured: ratio.toFixed(2),
      value: ratio,
      unit: 'ratio',
      goal: `≥ ${goal}`,
      reached: ratio >= goal,
    })
  }
  const [p50, p99] = [median(results.map((r) => r.p50_ms)), median(results.map((r) => r.p99_ms))]
  rows.push({ what: '  publish → PUBACK under this load', measured: percentiles(p50, p99), value: p99, unit: 'ms p99' })
  return rows
}

type Target = { name: keyof typeof goals; port: number }
