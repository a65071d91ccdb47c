import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '#api/client.ts'
import { noChromium, startChromium } from '../../chromium.ts'
import { weakNetwork } from '../../slow_link.ts'
import { startChild } from '../child_calls.ts'
import { median, type Row } from '../figures.ts'
import type { Filling, MapServer } from '../map_serve.ts'
import { type WeighedPage, type Weight, weigh } from '../page_weight.ts'
import type { Stage } from '../stage.ts'
import { mapSettings } from './map.ts'

const TRACKERS = 50
/** Seconds until each page is of use. */
const goals: Record<WeighedPage, number> = { 'sign-in': 2.5, home: 2.5, map: 4 }
/** Requests and kilobytes of each. */
const limits: Record<WeighedPage, readonly [number, number]> = { 'sign-in': [6, 177], home: [24, 533], map: [25, 1163] }

/** Requests, bytes and time of the pages that people open first, with empty caches. */
export async function pages(stage: Stage): Promise<Row[]> {
  const missing = noChromium()
  if (missing) {
    stage.missing.add(missing)
    return []
  }
  const data_dir = mkdtempSync(join(tmpdir(), 'ringfence-pages-'))
  const server = startChild('map_serve.ts', { env: mapSettings(data_dir, '') })
  const browser = await startChromium()
  try {
    stage.log('pages: filling a fleet')
    const filling: Filling = { sizes: [TRACKERS], role_name: 'Administrator' }
    const { http_port, fleets, password } = await server.call<MapServer>('start', filling)
    const base = `http://127.0.0.1:${http_port}`
    const { username } = fleets[0]!
    const { data } = await createClient({ base }).call('POST', 'user/signin', { username, password })
    const rows: Row[] = []
    for (const name of Object.keys(goals) as WeighedPage[]) {
      const runs: Weight[] = []
      for (let i = 0; i < (stage.quick ? 1 : 3); i++) {
        stage.log(`pages: ${name}`)
        runs.push(await weigh(browser, name, { server: base, token: data.token, speed: weakNetwork }))
      }
      rows.push(rowOf(name, runs))
    }
    return rows
  } finally {
    await browser.close()
    await server.stop()
    rmSync(data_dir, { recursive: true, force: true })
  }
}

function rowOf(name: WeighedPage, runs: Weight[]): Row {
  const { requests, before_usable, bytes, log } = runs.at(-1)!
  const seconds = median(runs.map(({ usable_ms }) => usable_ms)) / 1000
  const kilobytes = Math.round(bytes / 1000)
  const [most_requests, most_kilobytes] = limits[name]
  return {
    what: `${name} at 150 ms and 1.6 Mbit/s, nothing cached`,
    measured: `${seconds.toFixed(1)} s, ${before_usable} of ${requests} requests, ${kilobytes} kB`,
    value: seconds,
    unit: 's',
    goal: `≤ ${goals[name]} s, ${most_requests} requests, ${most_kilobytes} kB`,
    reached: seconds <= goals[name] && requests <= most_requests && kilobytes <= most_kilobytes,
    notes: [name, ...log.map(({ method, path, bytes }) => `  ${method} ${path} ${bytes}`)].join('\n'),
  }
}
