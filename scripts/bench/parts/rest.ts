import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '../child_calls.ts'
import { percentiles, perSecond, type Row } from '../figures.ts'
import type { RestLoad, RestMeasured } from '../load/rest_load.ts'
import { type List, lists } from '../rest/lists.ts'
import type { Prepared } from '../rest/prepare.ts'
import { pathOf } from '../rest/values.ts'
import type { Stage } from '../stage.ts'

const GOAL_MS = 50

/** Lists over REST on twenty organisations, some without recent events, with their query plans. */
export async function rest(stage: Stage): Promise<Row[]> {
  const postgres = await stage.postgres()
  if (!postgres) return []
  const data_dir = mkdtempSync(join(tmpdir(), 'ringfence-rest-'))
  const database_url = await postgres.createDatabase('bench_rest')
  const prepare = startChild('rest/prepare.ts')
  const server = startChild('serve.ts', { env: settings(data_dir, database_url) })
  const load = startChild('load/rest_load.ts')
  try {
    const sizes = { trackers: 10_000, events: stage.events ?? (stage.quick ? 1_000_000 : 10_000_000) }
    stage.log(`filling PostgreSQL with ${sizes.trackers} trackers and ${sizes.events} events of twenty organisations`)
    const { contents, paths, plans } = await prepare.call<Prepared>('prepare', { database_url, data_dir, ...sizes })
    await prepare.stop()
    stage.log('starting Ringfence for REST')
    const { http_port } = await server.call<{ http_port: number }>('start')
    const rows: Row[] = []
    for (const [i, list] of lists.entries()) {
      stage.log(`REST: ${list.what}`)
      const path = paths[i]!
      const job: RestLoad = { contents, http_port, list, path, seconds: stage.quick ? 1 : 2 }
      const measured = await load.call<RestMeasured>('run', job)
      rows.push(rowOf(list, measured, `GET ${pathOf(path, list.query)}\n${indent(plans[i]!.join('\n'))}`))
    }
    const reached = rows.filter((row) => row.reached).length
    const share = { what: `REST: lists with a p99 below ${GOAL_MS} ms`, value: reached, unit: 'lists' }
    return [...rows, { ...share, measured: `${reached} of ${rows.length}` }]
  } finally {
    await Promise.all([prepare, server, load].map((child) => child.stop()))
    rmSync(data_dir, { recursive: true, force: true })
  }
}

function rowOf(list: List, { rate, p50_ms, p99_ms }: RestMeasured, notes: string): Row {
  return {
    what: `REST, ${list.name}: ${list.what}`,
    measured: `${perSecond(rate)}, ${percentiles(p50_ms, p99_ms)}`,
    value: p99_ms,
    unit: 'ms at p99',
    goal: `p99 ${GOAL_MS} ms`,
    reached: p99_ms < GOAL_MS,
    notes,
  }
}

const indent = (text: string) => text.replaceAll(/^/gm, '  ')

const settings = (data_dir: string, database_url: string) => ({
  HOST: '127.0.0.1',
  HTTP_PORT: '0',
  ROLE: 'all',
  LOG_LEVEL: 'error',
  REDIS_URL: '',
  HTTP_RATE: '1000000',
  MQTT_PORT: '0',
  OSMAND_PORT: '0',
  TCP_PORTS: 'off',
  HISTORY_CLOSE_DAYS: '0',
  DATA_DIR: data_dir,
  DATABASE_URL: database_url,
})
