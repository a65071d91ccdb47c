import { setTimeout as wait } from 'node:timers/promises'
import { startChild } from '../child_calls.ts'
import { median, perSecond, type Row } from '../figures.ts'
import type { LeavingFleet, Reporting } from '../load/alerts_load.ts'
import { places } from '../load/fleet.ts'
import type { Measured } from '../load/load.ts'
import type { AlertCounts } from '../serve.ts'
import type { Ringfence, Stage } from '../stage.ts'

/** A fleet that leaves in one second while others report: the effect on the others, and the messages sent. */
export async function alerts(stage: Stage): Promise<Row[]> {
  // A separate database: earlier messages would count against the hourly limit.
  const server = (await stage.ringfence('postgres', 10, 'alerts')) ?? (await stage.ringfence('embedded', 10, 'alerts'))!
  const load = await stage.connect({ port: server.mqtt_port, connections: 500, window: 1 })
  const leaving_fleet = startChild('load/alerts_load.ts')
  try {
    stage.log(`${LEAVING} trackers connect and report from inside`)
    await leaving_fleet.call('connect', {
      port: server.mqtt_port,
      first: places.hour,
      connections: LEAVING,
    } satisfies LeavingFleet)
    const all = (outside: boolean) =>
      leaving_fleet.call<number>('report', { outside, over_ms: 1000 } satisfies Reporting)
    const run = (seconds: number) => load.call<Measured>('run', { warm_s: 0, seconds })
    await all(false)
    await run(stage.quick ? 3 : 10)
    const results: Round[] = []
    const rounds = stage.quick ? 2 : 5
    let counts: AlertCounts | null = null
    for (let round = 1; round <= rounds; round++) {
      const alone = await beside(run, () => all(false))
      const leaving = await beside(run, () => all(true))
      results.push({ alone: alone.rate, leaving: leaving.rate, took_ms: leaving.took_ms })
      stage.log(
        `round ${round} of ${rounds}: ${perSecond(alone.rate)}, beside ${LEAVING} leavings ${perSecond(leaving.rate)}`,
      )
      counts ??= await countAlerts(server)
      await all(false)
      await wait(500)
    }
    return rowsOf(results, counts!)
  } finally {
    await leaving_fleet.stop()
    await load.stop()
  }
}

const LEAVING = 5_000
const SPAN_S = 3

/** Throughput of the others while the fleet reports; it reports in both cases, only from different places. */
async function beside(run: (seconds: number) => Promise<Measured>, report: () => Promise<number>) {
  const measuring = run(SPAN_S)
  const took_ms = await report()
  return { rate: (await measuring).rate, took_ms }
}

/** Counts messages, then digests as if the hour were over. */
async function countAlerts(server: Ringfence): Promise<AlertCounts> {
  await server.counts({ digest: false })
  return server.counts({ digest: true })
}

function rowsOf(results: Round[], counts: AlertCounts): Row[] {
  const ratio = median(results.map(({ alone, leaving }) => leaving / alone))
  const took = median(results.map(({ took_ms }) => took_ms))
  const once =
    counts.alerts >= LEAVING &&
    counts.messages <= counts.recipients * counts.limit &&
    counts.digests === counts.recipients
  return [
    {
      what: `${LEAVING} trackers leave in a second while 500 others report: reports of these`,
      measured: `${perSecond(median(results.map(({ leaving }) => leaving)))}; while they report and do not leave ${perSecond(median(results.map(({ alone }) => alone)))}`,
      value: median(results.map(({ leaving }) => leaving)),
      unit: 'reports/s',
    },
    {
      what: '  throughput kept',
      measured: `${ratio.toFixed(2)} of it; all ${LEAVING} acknowledged ${(took / 1000).toFixed(1)} s after the first`,
      value: ratio,
      unit: 'ratio',
      goal: '≥ 0.9',
      reached: ratio >= 0.9,
    },
    {
      what: '  alerts raised, and messages sent',
      measured: `${counts.alerts} alerts; ${counts.recipients} recipient${counts.recipients === 1 ? '' : 's'}: ${counts.messages} messages, ${counts.digests} digest${counts.digests === 1 ? '' : 's'}`,
      value: counts.messages + counts.digests,
      unit: 'messages',
      goal: `≤ ${counts.limit} and one digest each`,
      reached: once,
    },
  ]
}

type Round = { alone: number; leaving: number; took_ms: number }
