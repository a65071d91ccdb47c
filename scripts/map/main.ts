import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openMapFile } from '#api/site/map_file.ts'
import { areaOf, readBox, regions } from './regions.ts'

const names = Object.entries(regions).map(([code, { name }]) => `  ${code.padEnd(14)}${name}`)
const help = `Usage: npm run map -- --region nz [--out FILE]
       npm run map -- --bbox WEST,SOUTH,EAST,NORTH --out FILE

Gets a map of streets for the setting MAP_FILE: cuts a region of Protomaps' daily build of OpenStreetMap, over the network.
It needs the program pmtiles (go-pmtiles, https://github.com/protomaps/go-pmtiles/releases) in the PATH; without it the
commands to run are printed. A city takes some tens of megabytes, New Zealand some hundreds.

  --region CODE      one of those below
  --bbox W,S,E,N     any other box, in degrees
  --out FILE         data/CODE.pmtiles if omitted
  --maxzoom N        the last zoom level, 15 if omitted; each less takes about half the space
  --build YYYYMMDD   the day of the build, yesterday's if omitted; builds are kept for some days there
  --from ADDRESS     another archive of Protomaps' basemap, as an address or a file

${names.join('\n')}

Then: MAP_FILE=data/nz.pmtiles npm start
The map is © OpenStreetMap contributors (ODbL), which it says in its corner.`

/** Cuts the region, or says how. */
function main(args: string[]): number {
  const { values } = parseArgs({ args, options, strict: true })
  if (values.help || args.length === 0) {
    console.log(help)
    return 0
  }
  const { region, bbox, maxzoom = '15' } = values
  if ((region === undefined) === (bbox === undefined)) throw new Error('Give either --region or --bbox: see --help.')
  if (region !== undefined && !Object.hasOwn(regions, region)) {
    throw new Error(`There is no region "${region}": give one of ${Object.keys(regions).join(', ')}, or --bbox.`)
  }
  if (!/^(\d|1[0-5])$/.test(maxzoom)) throw new Error(`--maxzoom is "${maxzoom}": give a whole number from 0 to 15.`)
  if (bbox !== undefined && values.out === undefined) throw new Error('Give --out FILE with --bbox.')
  const boxes = region === undefined ? [readBox(bbox!)] : regions[region]!.boxes
  const out = resolve(values.out ?? `data/${region}.pmtiles`)
  const from = values.from ?? `https://build.protomaps.com/${readDay(values.build)}.pmtiles`

  const cut = (area: string, to: string) => ['extract', from, to, `--region=${area}`, `--maxzoom=${maxzoom}`]
  if (spawnSync('pmtiles', ['version'], { stdio: 'ignore' }).status !== 0) {
    const area = `${out}.geojson`
    mkdirSync(dirname(out), { recursive: true })
    writeFileSync(area, JSON.stringify(areaOf(boxes)))
    console.log(`The program pmtiles is not installed. The region is in ${area}. Either install pmtiles from
https://github.com/protomaps/go-pmtiles/releases and run this again, or run

  pmtiles ${cut(area, out).join(' ')}

on a machine that has it, or with Docker

  docker run --rm -v ${dirname(out)}:${dirname(out)} protomaps/go-pmtiles ${cut(area, out).join(' ')}`)
    return 1
  }
  const folder = mkdtempSync(join(tmpdir(), 'ringfence-map-'))
  try {
    const area = join(folder, 'region.geojson')
    writeFileSync(area, JSON.stringify(areaOf(boxes)))
    mkdirSync(dirname(out), { recursive: true })
    const { status } = spawnSync('pmtiles', cut(area, out), { stdio: 'inherit' })
    if (status !== 0) throw new Error('pmtiles could not cut the region: see above.')
  } finally {
    rmSync(folder, { recursive: true })
  }
  openMapFile(out)
  console.log(`Streets are in ${out}. Start with MAP_FILE=${out} npm start`)
  return 0
}

/** A day as YYYYMMDD; yesterday's build is complete. */
function readDay(day: string | undefined): string {
  const yesterday = new Date(Date.now() - 24 * 3600 * 1000).toISOString().slice(0, 10).replaceAll('-', '')
  if (day !== undefined && !/^20\d{6}$/.test(day))
    throw new Error(`--build is "${day}": give a day such as ${yesterday}.`)
  return day ?? yesterday
}

const text = { type: 'string' } as const
const options = {
  region: text,
  bbox: text,
  out: text,
  maxzoom: text,
  build: text,
  from: text,
  help: { type: 'boolean', short: 'h' },
} as const

try {
  process.exitCode = main(process.argv.slice(2))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
