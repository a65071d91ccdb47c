import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '../child_calls.ts'
import { percentiles, perSecond, type Row } from '../figures.ts'
import type { RestLoad, RestMeasured } from '../load/rest_load.ts'
import type { Filled, Filling, Plan } from '../rest_prepare.ts'
import type { Stage } from '../stage.ts'

/** The pages' REST queries on twenty organisations, some without recent events, with their query plans. */
export async function rest(stage: Stage): Promise<Row[]> {
  const postgres = await stage.postgres()
  if (!postgres) return []
  const data_dir = mkdtempSync(join(tmpdir(), 'ringfence-rest-'))
  const database_url = await postgres.createDatabase('bench_rest')
  const prepare = startChild('rest_prepare.ts')
  const server = startChild('serve.ts', { env: settings(data_dir, database_url) })
  const load = startChild('load/rest_load.ts')
  try {
    const filling: Filling = { database_url, data_dir, trackers: 10_000, events: stage.quick ? 1_000_000 : 10_000_000 }
    stage.log(`filling PostgreSQL with ${filling.trackers} trackers and ${filling.events} events`)
    const filled = await prepare.call<Filled>('fill', filling)
    const plans = await prepare.call<Plan[]>('plans')
    await prepare.stop()
    stage.log('starting Ringfence for REST')
    const { http_port } = await server.call<{ http_port: number }>('start')
    const rows: Row[] = []
    for (const plan of plans) {
      stage.log(`REST: ${plan.what}`)
      const job: RestLoad = { ...filled, http_port, plan, seconds: stage.quick ? 2 : 8 }
      rows.push(rowOf(plan, await load.call<RestMeasured>('run', job)))
    }
    return rows
  } finally {
    await Promise.all([prepare, server, load].map((child) => child.stop()))
    rmSync(data_dir, { recursive: true, force: true })
  }
}

function rowOf({ what, path, texts }: Plan, { rate, p50_ms, p99_ms }: RestMeasured): Row {
  return {
    what: `REST: ${what}`,
    measured: `${perSecond(rate)}, ${percentiles(p50_ms, p99_ms)}`,
    value: rate,
    unit: 'requests/s',
    notes: `GET ${path}\n${texts.join('\n').replaceAll(/^/gm, '  ')}`,
  }
}

const settings = (data_dir: string, database_url: string) => ({
  ...{ HOST: '127.0.0.1', HTTP_PORT: '0', ROLE: 'all', LOG_LEVEL: 'error', REDIS_URL: '', HTTP_RATE: '1000000' },
  ...{ MQTT_PORT: '0', OSMAND_PORT: '0', TCP_PORTS: 'off' },
  ...{ DATA_DIR: data_dir, DATABASE_URL: database_url },
})
