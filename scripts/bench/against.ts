import { median, percentiles, perSecond, type Row } from './figures.ts'
import type { Fleet, Measured, Run } from './load/load.ts'
import { names, type Ringfence, type Stage } from './stage.ts'

/** Measures reports acknowledged after their commit, alternating with mosquitto, which acknowledges without storing. */
export async function againstMosquitto(stage: Stage, cases: Case[], { rounds, run }: Rounds): Promise<Row[]> {
  const broker = await stage.mosquitto()
  const servers: Server[] = []
  for (const name of ['postgres', 'embedded'] as const) {
    const server = await stage.ringfence(name)
    if (server) servers.push({ name, server })
  }
  // Warm-up: freshly loaded code is slow for some seconds.
  const warm_up = cases.filter((one, i) => cases.findIndex(({ label }) => label === one.label) === i)
  for (const { name, server } of servers) {
    for (const one of warm_up) {
      stage.log(`warming ${names[name]} with ${one.label}`)
      await stage.measure(one.fleet(server), { warm_s: 0, seconds: stage.quick ? 2 : 8 })
    }
  }
  const rows: Row[] = []
  for (const one of cases) {
    const bare: Measured[] = []
    const measured = new Map(servers.map(({ name }) => [name, [] as Measured[]]))
    for (let round = 1; round <= rounds; round++) {
      const logRate = (name: keyof typeof names, { rate }: Measured) =>
        stage.log(`${one.label}, ${one.shape}, round ${round} of ${rounds}: ${names[name]} ${perSecond(rate)}`)
      if (broker) {
        bare.push(await stage.measure({ ...one.bare, port: broker.mqtt_port }, run))
        logRate('mosquitto', bare.at(-1)!)
      }
      for (const { name, server } of servers) {
        measured.get(name)!.push(await stage.measure(one.fleet(server), run))
        logRate(name, measured.get(name)!.at(-1)!)
      }
    }
    if (broker && one.label === MQTT) rows.push(...rowsOf(one, 'mosquitto', bare, []))
    for (const { name } of servers) rows.push(...rowsOf(one, name, measured.get(name)!, bare))
  }
  return rows
}

export const MQTT = 'MQTT QoS 1'

const goals = { mosquitto: null, postgres: 0.5, embedded: 0.25 } as const
/** With one report in flight each costs a read and a write of its own socket, whatever is done with it. */
const GOAL_OF_ONE_IN_FLIGHT = 0.35

function rowsOf(
  { label, shape, bare: { window } }: Case,
  name: keyof typeof goals,
  results: Measured[],
  bare: Measured[],
): Row[] {
  const rate = median(results.map((r) => r.rate))
  const stored = name === 'mosquitto' ? 'nothing stored' : 'after the commit'
  const what = `${label}, ${shape}, ${names[name]}, ${stored}`
  const rows: Row[] = [{ what, measured: perSecond(rate), value: rate, unit: 'reports/s' }]
  const goal = name === 'postgres' && window === 1 ? GOAL_OF_ONE_IN_FLIGHT : goals[name]
  if (goal && bare.length > 0) {
    // Compares adjacent runs: other load on the machine changes slowly.
    const ratio = median(results.map((r, i) => r.rate / bare[i]!.rate))
    rows.push({
      what: label === MQTT ? '  against mosquitto' : '  against mosquitto with as many reports in flight',
      measured: ratio.toFixed(2),
      value: ratio,
      unit: 'ratio',
      goal: `≥ ${goal}`,
      reached: ratio >= goal,
    })
  }
  const [p50, p99] = [median(results.map((r) => r.p50_ms)), median(results.map((r) => r.p99_ms))]
  rows.push({
    what: '  publish → acknowledgement under this load',
    measured: percentiles(p50, p99),
    value: p99,
    unit: 'ms p99',
  })
  return rows
}

export type Case = {
  label: string
  shape: string
  /** The fleet for mosquitto, with the same number of reports in flight. */
  bare: Omit<Fleet, 'port'>
  fleet(server: Ringfence): Fleet
}
export type Rounds = { rounds: number; run: Run }
type Server = { name: 'postgres' | 'embedded'; server: Ringfence }
