import { startChild } from '../child_calls.ts'
import { cpuOf, megabytes, memoryOf, percentiles, type Row } from '../figures.ts'
import type { Driven, MixedFleet } from '../load/hour_load.ts'
import type { Ringfence, Stage } from '../stage.ts'

/**
 * An hour of a mixed fleet at sixty times the speed: reports at their intervals, lost connections, buffered reports.
 */
export async function hour(stage: Stage): Promise<Row[]> {
  const postgres = await stage.postgres()
  const server = (await stage.ringfence('postgres', 1000, 'hour')) ?? (await stage.ringfence('embedded'))!
  const seconds = stage.quick ? 600 : 3600
  const load = startChild('load/hour_load.ts')
  try {
    const stored_before = await server.stored()
    stage.log('connecting a mixed fleet')
    await load.call('connect', fleetOf(server))
    stage.log(`${seconds / 60} minutes of the fleet in ${seconds / SPEED} s`)
    const cpu = () => ({ server: cpuOf(server.pid), postgres: postgres?.pid ? cpuOf(postgres.pid) : 0 })
    const before = cpu()
    const driven = await load.call<Driven>('drive', { seconds })
    const after = cpu()
    const stored = (await server.stored()) - stored_before
    const used = { server: after.server - before.server, postgres: after.postgres - before.postgres }
    return rowsOf({ seconds, driven, stored, used, memory: memoryOf(server.pid).most })
  } finally {
    await load.stop()
  }
}

const SPEED = 60

const fleetOf = ({ mqtt_port, ports }: Ringfence): MixedFleet => ({
  speed: SPEED,
  kinds: [
    { dialect: 'mqtt', port: mqtt_port, count: 2000 },
    { dialect: 'teltonika', port: ports.teltonika, count: 1500 },
    { dialect: 'gt06', port: ports.gt06, count: 1000 },
    { dialect: 'osmand', port: ports.osmand, count: 500 },
  ],
})

function rowsOf({ seconds, driven, stored, used, memory }: Result): Row[] {
  const { reports, acknowledged, took_s, p50_ms, p99_ms } = driven
  const complete = acknowledged === reports && stored === reports
  const cores = (cpu_s: number) => (cpu_s / took_s).toFixed(2)
  const cpu_us = ((used.server + used.postgres) / reports) * 1e6
  return [
    {
      what: `${seconds / 60} minutes of 5000 trackers (MQTT, teltonika, gt06, OsmAnd), ${SPEED} times as fast`,
      measured: `${reports} reports, ${acknowledged} acknowledged, ${stored} stored`,
      value: stored,
      unit: 'reports',
      goal: 'acknowledged = stored',
      reached: complete,
    },
    {
      what: `  all acknowledged after (${driven.reconnects} lost connections, at most ${driven.most_kept} reports kept, ${driven.sent_again} sent again)`,
      measured: `${took_s.toFixed(1)} s of ${seconds / SPEED} s`,
      value: took_s,
      unit: 's',
    },
    {
      what: '  connections that the server ended',
      measured: driven.reasons || 'none',
      value: driven.lost,
      unit: 'connections',
    },
    { what: '  publish → acknowledgement', measured: percentiles(p50_ms, p99_ms), value: p99_ms, unit: 'ms p99' },
    {
      what: '  processors used by the server and by PostgreSQL',
      measured: `${cores(used.server)} + ${cores(used.postgres)}, ${Math.round(cpu_us)} µs a report`,
      value: cpu_us,
      unit: 'µs',
    },
    { what: '  resident memory of the server, at most', measured: megabytes(memory), value: memory, unit: 'bytes' },
  ]
}

type Result = {
  seconds: number
  driven: Driven
  stored: number
  /** Seconds of CPU. */
  used: { server: number; postgres: number }
  memory: number
}
