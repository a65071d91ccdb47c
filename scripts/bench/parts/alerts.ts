import { setTimeout as wait } from 'node:timers/promises'
import { median, perSecond, type Row } from '../figures.ts'
import type { Crowd, Reporting } from '../load/alerts_load.ts'
import { places } from '../load/fleet.ts'
import type { Measured } from '../load/load.ts'
import { startChild } from '../orders.ts'
import type { Told } from '../serve.ts'
import type { Ringfence, Stage } from '../stage.ts'

/** A fleet that leaves in one second while others go on reporting: what it costs them, and what people get of it. */
export async function alerts(stage: Stage): Promise<Row[]> {
  // Its own database: what people have been told of already counts against their limit.
  const server = (await stage.ringfence('postgres', 10, 'alerts')) ?? (await stage.ringfence('embedded', 10, 'alerts'))!
  const load = await stage.connect({ port: server.mqtt_port, connections: 500, window: 1 })
  const crowd = startChild('load/alerts_load.ts')
  try {
    stage.say(`${LEAVING} trackers connect and report from inside`)
    await crowd.order('connect', { port: server.mqtt_port, first: places.hour, connections: LEAVING } satisfies Crowd)
    const all = (outside: boolean) => crowd.order<number>('report', { outside, over_ms: 1000 } satisfies Reporting)
    const run = (seconds: number) => load.order<Measured>('run', { warm_s: 0, seconds })
    await all(false)
    await run(stage.quick ? 3 : 10)
    const turns: Turn[] = []
    const rounds = stage.quick ? 2 : 5
    let told: Told | null = null
    for (let round = 1; round <= rounds; round++) {
      const alone = await beside(run, () => all(false))
      const leaving = await beside(run, () => all(true))
      turns.push({ alone: alone.rate, leaving: leaving.rate, took_ms: leaving.took_ms })
      stage.say(
        `round ${round} of ${rounds}: ${perSecond(alone.rate)}, beside ${LEAVING} leavings ${perSecond(leaving.rate)}`,
      )
      told ??= await toldOf(server)
      await all(false)
      await wait(500)
    }
    return rowsOf(turns, told!)
  } finally {
    await crowd.stop()
    await load.stop()
  }
}

const LEAVING = 5_000
const SPAN_S = 3

/** What the others have acknowledged while the crowd reports; in both turns it does, so only what it says is different. */
async function beside(run: (seconds: number) => Promise<Measured>, report: () => Promise<number>) {
  const measuring = run(SPAN_S)
  const took_ms = await report()
  return { rate: (await measuring).rate, took_ms }
}

/** After the messages, the digest, as if the hour were over. */
async function toldOf(server: Ringfence): Promise<Told> {
  await server.told({ digest: false })
  return server.told({ digest: true })
}

function rowsOf(turns: Turn[], told: Told): Row[] {
  const ratio = median(turns.map(({ alone, leaving }) => leaving / alone))
  const took = median(turns.map(({ took_ms }) => took_ms))
  const once =
    told.alerts >= LEAVING && told.messages <= told.recipients * told.limit && told.digests === told.recipients
  return [
    {
      what: `${LEAVING} trackers leave in a second while 500 others report: reports of these`,
      measured: `${perSecond(median(turns.map(({ leaving }) => leaving)))}; while they report and do not leave ${perSecond(median(turns.map(({ alone }) => alone)))}`,
      value: median(turns.map(({ leaving }) => leaving)),
      unit: 'reports/s',
    },
    {
      what: '  pace kept',
      measured: `${ratio.toFixed(2)} of it; all ${LEAVING} acknowledged ${(took / 1000).toFixed(1)} s after the first`,
      value: ratio,
      unit: 'ratio',
      goal: '≥ 0.8',
      reached: ratio >= 0.8,
    },
    {
      what: '  alerts raised, and what people were told of them',
      measured: `${told.alerts} alerts; ${told.recipients} recipient${told.recipients === 1 ? '' : 's'}: ${told.messages} messages, ${told.digests} digest${told.digests === 1 ? '' : 's'}`,
      value: told.messages + told.digests,
      unit: 'messages',
      goal: `≤ ${told.limit} and one digest each`,
      reached: once,
    },
  ]
}

type Turn = { alone: number; leaving: number; took_ms: number }
