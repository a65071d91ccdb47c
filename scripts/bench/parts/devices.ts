import { againstMosquitto, type Case } from '../against.ts'
import type { Row } from '../figures.ts'
import { places } from '../load/fleet.ts'
import type { Ringfence, Stage } from '../stage.ts'

/** The most common devices, over TCP: reports acknowledged after their commit. */
export function devices(stage: Stage): Promise<Row[]> {
  const schedule = stage.quick
    ? { rounds: 1, run: { warm_s: 0.5, seconds: 2 } }
    : { rounds: 5, run: { warm_s: 2, seconds: 5 } }
  return againstMosquitto(stage, casesOf(), schedule)
}

const connections = 1000

function casesOf(): Case[] {
  let gt06_runs = 0
  return [
    ...[1, 20].map((positions) => ({
      label: 'teltonika over TCP',
      shape: `${connections} × 1 packet of ${positions}`,
      bare: { connections, window: positions },
      fleet: ({ ports }: Ringfence) => ({
        connections,
        window: 1,
        positions,
        dialect: 'teltonika' as const,
        port: ports.teltonika,
        first: places.over_tcp,
      }),
    })),
    {
      label: 'gt06 over TCP',
      shape: `${connections} × 1 in flight`,
      bare: { connections, window: 1 },
      fleet: ({ ports }) => ({
        connections,
        window: 1,
        dialect: 'gt06',
        port: ports.gt06,
        first: places.gt06,
        // GT06 has whole seconds, and reports more often than that: each run uses ten minutes of its own for
        // timestamps.
        lag_s: 600 * (MOST_RUNS - gt06_runs++),
      }),
    },
  ]
}

const MOST_RUNS = 15
