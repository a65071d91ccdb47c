import { median, perSecond, type Row } from '../figures.ts'
import type { Ringfence, Stage } from '../stage.ts'

/** The cost of a report in an organisation with many boundaries, against one with few. */
export async function boundaries(stage: Stage): Promise<Row[]> {
  const servers: { count: number; server: Ringfence; rates: number[] }[] = []
  for (const count of stage.quick ? [100, 100_000] : [100, 10_000, 100_000]) {
    const server = await stage.ringfence('postgres', count)
    if (!server) return []
    // Warm-up: freshly loaded code is slow for some seconds.
    await stage.measure({ port: server.mqtt_port, ...shape }, { warm_s: 0, seconds: stage.quick ? 2 : 8 })
    servers.push({ count, server, rates: [] })
  }
  const rounds = stage.quick ? 2 : 4
  for (let round = 1; round <= rounds; round++) {
    for (const { count, server, rates } of servers) {
      const run = stage.quick ? { warm_s: 0.5, seconds: 2 } : { warm_s: 2, seconds: 4 }
      const { rate } = await stage.measure({ port: server.mqtt_port, ...shape }, run)
      stage.log(`${count} boundaries, round ${round} of ${rounds}: ${perSecond(rate)}`)
      rates.push(rate)
    }
  }
  const few = servers[0]!
  return servers.flatMap(({ count, server, rates }) => {
    const rate = median(rates)
    const row: Row = {
      what: `1000 × 1 in flight, PostgreSQL, ${count} boundaries (made in ${server.boundary_seconds.toFixed(1)} s)`,
      measured: perSecond(rate),
      value: rate,
      unit: 'reports/s',
    }
    if (count === few.count) return [row]
    const cost = median(rates.map((rate, i) => few.rates[i]! / rate))
    return [
      row,
      {
        what: `  cost of a report against ${few.count} boundaries`,
        measured: `${cost.toFixed(2)} times`,
        value: cost,
        unit: 'ratio',
        goal: '≤ 1.5 times',
        reached: cost <= 1.5,
      },
    ]
  })
}

const shape = { connections: 1000, window: 1 }
