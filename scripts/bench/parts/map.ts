import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noChromium } from '../../chromium.ts'
import { startChild } from '../child_calls.ts'
import { megabytes, type Row } from '../figures.ts'
import { type Measured, measure } from '../map_browser.ts'
import { servePage } from '../map_page.ts'
import type { Drive, Filling, MapServer } from '../map_serve.ts'
import type { Stage } from '../stage.ts'

/** Trackers, and reports a second. */
const fleets = [
  { trackers: 1_000, per_second: 1_000 },
  { trackers: 10_000, per_second: 10_000 },
  { trackers: 100_000, per_second: 10_000 },
]
const variants = {
  ours: 'the live map',
  hidden: 'the same page, with the trackers hidden',
  rebuilt: 'all of it rebuilt each second',
  received: 'received, and nothing drawn',
} as const

/** The cost of moving trackers in a browser: the live map, against passing everything to MapLibre each second. */
export async function map(stage: Stage): Promise<Row[]> {
  const missing = noChromium()
  if (missing) {
    stage.missing.add(missing)
    return []
  }
  const data_dir = mkdtempSync(join(tmpdir(), 'ringfence-map-'))
  const postgres = await stage.postgres()
  const database_url = (await postgres?.createDatabase('bench_map')) ?? ''
  const server = startChild('map_serve.ts', { env: mapSettings(data_dir, database_url) })
  const page = await servePage()
  try {
    stage.log('map: filling three fleets')
    const filling: Filling = { sizes: fleets.map(({ trackers }) => trackers) }
    const started = await server.call<MapServer>('start', filling)
    const rows: Row[] = []
    for (const [i, { trackers, per_second }] of fleets.entries()) {
      const fleet = started.fleets[i]!
      await server.call('drive', { fleet, per_second } satisfies Drive)
      const measured = {} as Record<Variant, Measured>
      for (const variant of Object.keys(variants) as Variant[]) {
        stage.log(`map: ${trackers} trackers, ${variants[variant]}`)
        measured[variant] = await measure({
          server: `http://127.0.0.1:${started.http_port}`,
          organisation_id: fleet.organisation_id,
          username: fleet.username,
          password: started.password,
          comparison: isOurs(variant) ? null : { url: page.url, draw: variant === 'rebuilt' },
          hidden: variant === 'hidden',
          seconds: stage.quick ? 5 : 15,
          profile: stage.profile ? join(stage.profile, `map-${trackers}-${variant}.cpuprofile`) : null,
        })
      }
      await server.call('rest')
      rows.push(...rowsOf(trackers, per_second, measured))
    }
    return rows
  } finally {
    page.stop()
    await server.stop()
    rmSync(data_dir, { recursive: true, force: true })
  }
}

function rowsOf(trackers: number, per_second: number, measured: Record<Variant, Measured>): Row[] {
  const rows = (Object.keys(variants) as Variant[]).map((variant) => ({
    what:
      variant === 'ours'
        ? `map, ${count(trackers)} trackers, ${count(per_second)} reports/s: ${variants[variant]}`
        : `  ${variants[variant]}`,
    measured: summaryOf(variant, measured[variant]),
    value: measured[variant].page_ms,
    unit: 'ms/s',
  }))
  const { ours, hidden, rebuilt, received } = measured
  const work = (ours.page_ms - hidden.page_ms) / Math.max(1, rebuilt.page_ms - received.page_ms)
  const parts = [
    work.toFixed(2),
    `with all else on the page ${(ours.page_ms / rebuilt.page_ms).toFixed(2)}`,
    `main thread ${(ours.main_ms / rebuilt.main_ms).toFixed(2)}`,
    `heap ${(ours.heap / rebuilt.heap).toFixed(2)}`,
  ]
  const goal = trackers === 10_000 && { goal: '< 0.25', reached: work < 0.25 }
  const what = '  map work, the live map against rebuilding'
  return [...rows, { what, measured: parts.join(', '), value: work, unit: 'ratio', ...goal }]
}

function summaryOf(
  variant: Variant,
  { fps, typing_ms, main_ms, script_ms, page_ms, drawing_ms, rebuilds, heap }: Measured,
): string {
  const ms = (value: number) => value.toFixed(0)
  const parts = [
    `${ms(page_ms)} ms/s`,
    `main thread ${ms(main_ms)} (scripts ${ms(script_ms)})`,
    `drawing ${ms(drawing_ms)}`,
    `${fps.toFixed(0)} frames/s`,
    `heap ${megabytes(heap)}`,
  ]
  if (variant === 'ours') parts.push(`a letter typed is shown within ${ms(typing_ms)} ms`)
  // A browser too busy to rebuild each second flatters rebuilding.
  if (variant === 'rebuilt' && rebuilds < 0.9) parts.push(`${rebuilds.toFixed(1)} rebuilds/s`)
  return parts.join(', ')
}

const isOurs = (variant: Variant) => variant === 'ours' || variant === 'hidden'
const count = (value: number) => value.toLocaleString('en').replaceAll(',', ' ')

export const mapSettings = (data_dir: string, database_url: string) => ({
  HOST: '127.0.0.1',
  HTTP_PORT: '0',
  ROLE: 'all',
  MQTT_PORT: '0',
  OSMAND_PORT: '0',
  TCP_PORTS: 'off',
  LOG_LEVEL: 'error',
  REDIS_URL: '',
  HTTP_RATE: '1000000',
  DATA_DIR: data_dir,
  DATABASE_URL: database_url,
})

type Variant = keyof typeof variants
