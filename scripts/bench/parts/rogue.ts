import { median, ms, perSecond, type Row } from '../figures.ts'
import { places } from '../load/fleet.ts'
import type { Fleet, Measured } from '../load/load.ts'
import type { Ringfence, Stage } from '../stage.ts'

/** The effect on others of one device that sends at full speed. */
export async function rogue(stage: Stage): Promise<Row[]> {
  const server =
    (await stage.ringfence('postgres', 1000, 'limited')) ?? (await stage.ringfence('embedded', 1000, 'limited'))!
  const rounds = stage.quick ? 3 : 7
  const span = stage.quick ? { warm_s: 0.5, seconds: 3 } : { warm_s: 1, seconds: 8 }
  const others = await stage.connect({ port: server.mqtt_port, connections: OTHERS, window: 1 })
  const pace = () => others.call<Measured>('pace', { every_ms: 1000, ...span })
  const rogues = await Promise.all(
    roguesOf(server).map(async (rogue) => ({ ...rogue, load: await stage.connect(rogue.fleet) })),
  )
  const results = rogues.map(({ name, load }) => ({ name, load, measured: [] as Round[] }))
  try {
    // Uses up the burst allowance of the rate limit, and loads code.
    await Promise.all(rogues.map(({ load }) => load.call('run', { warm_s: 0, seconds: stage.quick ? 2 : 5 })))
    for (let round = 1; round <= rounds; round++) {
      for (const { name, load, measured } of results) {
        const alone = await pace()
        const [beside, rogue] = await Promise.all([pace(), load.call<Measured>('run', span)])
        measured.push({ alone, beside, rogue })
        stage.log(
          `round ${round} of ${rounds}: p99 of ${OTHERS} devices ${ms(alone.p99_ms)}, beside ${name} at ${perSecond(rogue.rate)} ${ms(beside.p99_ms)}`,
        )
      }
    }
  } finally {
    await Promise.all([others, ...rogues.map(({ load }) => load)].map((load) => load.stop()))
  }
  return results.flatMap(({ name, measured }) => rowsOf(name, measured))
}

const OTHERS = 200

const roguesOf = ({ mqtt_port, ports }: Ringfence): { name: string; fleet: Fleet }[] => [
  {
    name: 'one with 1000 in flight over MQTT',
    fleet: { port: mqtt_port, connections: 1, window: 1000, first: OTHERS },
  },
  {
    name: 'one with 8 packets of 255 in flight, teltonika',
    fleet: {
      port: ports.teltonika,
      connections: 1,
      window: 8,
      positions: 255,
      first: places.over_tcp,
      dialect: 'teltonika',
    },
  },
]

function rowsOf(name: string, results: Round[]): Row[] {
  const middle = (of: (round: Round) => number) => median(results.map(of))
  const [alone, beside] = [middle(({ alone }) => alone.p99_ms), middle(({ beside }) => beside.p99_ms)]
  const ratio = middle(({ alone, beside }) => beside.p99_ms / alone.p99_ms)
  return [
    {
      what: `${OTHERS} devices, a report a second each, beside ${name}`,
      measured: `p99 ${ms(beside)}; alone ${ms(alone)}`,
      value: beside,
      unit: 'ms p99',
    },
    {
      what: `  cost to the others, while the one has ${perSecond(middle(({ rogue }) => rogue.rate))}`,
      measured: `${ratio.toFixed(2)} times`,
      value: ratio,
      unit: 'ratio',
      goal: '≤ 1.1 times',
      reached: ratio <= 1.1,
    },
  ]
}

type Round = { alone: Measured; beside: Measured; rogue: Measured }
