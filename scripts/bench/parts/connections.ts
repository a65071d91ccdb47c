import { readFileSync } from 'node:fs'
import type { Child } from '../child_calls.ts'
import { memoryOf, percentiles, type Row } from '../figures.ts'
import { places } from '../load/fleet.ts'
import type { Fleet, Measured } from '../load/load.ts'
import type { Ringfence, Stage } from '../stage.ts'

/** Many idle connections: memory of each, and their effect on the latency of a report. */
export async function connections(stage: Stage): Promise<Row[]> {
  // A fresh server: memory freed by earlier work would hide what connections need.
  const server = (await stage.ringfence('postgres', 1000, 'idle')) ?? (await stage.ringfence('embedded'))!
  const each = allowed(stage, stage.quick ? 2000 : 10_000)
  const kinds = kindsOf(server)
  const opened: Child[] = []
  try {
    // The first connections also load code and grow the young generation, so they are not counted.
    for (const { fleet } of kinds) opened.push(await stage.connect({ ...fleet, connections: FIRST }))
    const rows: Row[] = []
    for (const { name, fleet } of kinds) {
      stage.log(`${each} idle connections, ${name}`)
      const before = await memoryInUse(server)
      opened.push(await stage.connect({ ...fleet, connections: each - FIRST, first: fleet.first + FIRST }))
      const after = await memoryInUse(server)
      const share = (of: keyof Memory) => (after[of] - before[of]) / (each - FIRST)
      rows.push(memoryRow(name, each, { resident: share('resident'), live: share('live') }))
    }
    const among = await oneReport(stage, kinds)
    for (const child of opened.splice(0)) await child.stop()
    const alone = await oneReport(stage, kinds)
    return [...rows, ...kinds.map(({ name }, i) => latencyRow(name, each, alone[i]!, among[i]!))]
  } finally {
    for (const child of opened) await child.stop()
  }
}

const FIRST = 500
/** Reporting devices of each kind, in addition to the idle ones. */
const REPORTING = 20

const kindsOf = ({ mqtt_port, ports }: Ringfence) => [
  { name: 'MQTT', fleet: { port: mqtt_port, window: 0, first: places.held_mqtt + REPORTING } },
  {
    name: 'teltonika over TCP',
    fleet: { port: ports.teltonika, window: 0, first: places.held_tcp + REPORTING, dialect: 'teltonika' as const },
  },
]

/** Limits the number by the process's open files, which both kinds of connections share. */
function allowed(stage: Stage, requested: number): number {
  const files = Number(
    /^Max open files +\d+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Number.NaN,
  )
  const most = Math.floor((files - 500) / 2)
  if (!(most < requested)) return requested
  stage.missing.add(
    `A process may have ${files} files open here, so ${most} connections of each kind were held, not ${requested} (ulimit -n ${2 * requested + 500}).`,
  )
  return most
}

/** Single reports through an idle system, for each kind. */
async function oneReport(stage: Stage, kinds: ReturnType<typeof kindsOf>): Promise<Measured[]> {
  const results: Measured[] = []
  for (const { name, fleet } of kinds) {
    stage.log(`single reports, ${name}`)
    const fleet_of_few: Fleet = { ...fleet, first: fleet.first - REPORTING, connections: REPORTING, window: 1 }
    const load = await stage.connect(fleet_of_few)
    try {
      const seconds = stage.quick ? 4 : 20
      results.push(await load.call<Measured>('pace', { every_ms: 1000, warm_s: 1.5, seconds }))
    } finally {
      await load.stop()
    }
  }
  return results
}

async function memoryInUse(server: Ringfence): Promise<Memory> {
  const live = await server.collect()
  return { live, resident: memoryOf(server.pid).now }
}

/**
 * Resident memory can hide growth into free heap; live memory excludes the kernel's part: the larger of both counts.
 */
function memoryRow(name: string, each: number, { resident, live }: Memory): Row {
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  const bytes = Math.max(resident, live)
  return {
    what: `memory of an idle device connection, ${name}, ${each} held`,
    measured: `${kilobytes(resident)} more resident, ${kilobytes(live)} more in use`,
    value: bytes,
    unit: 'bytes',
    goal: '≤ 10 kB',
    reached: bytes <= 10_000,
  }
}

const latencyRow = (name: string, each: number, alone: Measured, among: Measured): Row => ({
  what: `one report beside 2 × ${each} connections, ${name}: publish → acknowledgement`,
  measured: `${percentiles(among.p50_ms, among.p99_ms)}; alone ${percentiles(alone.p50_ms, alone.p99_ms)}`,
  value: among.p99_ms,
  unit: 'ms p99',
})

/** Bytes. */
type Memory = { resident: number; live: number }
