import { median, ms, perSecond, type Row } from '../figures.ts'
import { places } from '../load/fleet.ts'
import type { Fleet, Measured } from '../load/load.ts'
import type { Ringfence, Stage } from '../stage.ts'

/** What one device that sends as fast as it can costs the others. */
export async function rogue(stage: Stage): Promise<Row[]> {
  const server =
    (await stage.ringfence('postgres', 1000, 'limited')) ?? (await stage.ringfence('embedded', 1000, 'limited'))!
  const rounds = stage.quick ? 3 : 7
  const span = stage.quick ? { warm_s: 0.5, seconds: 3 } : { warm_s: 1, seconds: 8 }
  const others = await stage.connect({ port: server.mqtt_port, connections: OTHERS, window: 1 })
  const pace = () => others.order<Measured>('pace', { every_ms: 1000, ...span })
  const rogues = await Promise.all(
    roguesOf(server).map(async (rogue) => ({ ...rogue, load: await stage.connect(rogue.fleet) })),
  )
  const results = rogues.map(({ name, load }) => ({ name, load, turns: [] as Turn[] }))
  try {
    // What a device may send at once is used up, and code is loaded.
    await Promise.all(rogues.map(({ load }) => load.order('run', { warm_s: 0, seconds: stage.quick ? 2 : 5 })))
    for (let round = 1; round <= rounds; round++) {
      for (const { name, load, turns } of results) {
        const alone = await pace()
        const [beside, rogue] = await Promise.all([pace(), load.order<Measured>('run', span)])
        turns.push({ alone, beside, rogue })
        stage.say(
          `round ${round} of ${rounds}: p99 of ${OTHERS} devices ${ms(alone.p99_ms)}, beside ${name} at ${perSecond(rogue.rate)} ${ms(beside.p99_ms)}`,
        )
      }
    }
  } finally {
    await Promise.all([others, ...rogues.map(({ load }) => load)].map((load) => load.stop()))
  }
  return results.flatMap(({ name, turns }) => rowsOf(name, turns))
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
      ...{ port: ports.teltonika, connections: 1, window: 8, positions: 255 },
      ...{ first: places.over_tcp, dialect: 'teltonika' },
    },
  },
]

function rowsOf(name: string, turns: Turn[]): Row[] {
  const middle = (of: (turn: Turn) => number) => median(turns.map(of))
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

type Turn = { alone: Measured; beside: Measured; rogue: Measured }
