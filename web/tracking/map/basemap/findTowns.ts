import type { FeatureCollection, Position } from 'geojson'

const max = 8

/**
 * Towns that match a search, ignoring diacritics: those of that name first, then those that begin with it, each by distance.
 *
 * @param about longitude and latitude from which distances are measured
 */
export function findTowns(towns: Town[], typed: string, about: Position): Town[] {
  const search = plain(typed)
  if (!search) return []
  return towns
    .filter(({ key }) => key.includes(search))
    .map((town) => ({
      town,
      rank: town.key === search ? 0 : town.key.startsWith(search) ? 1 : 2,
      far: distance(town.position, about),
    }))
    .sort((a, b) => a.rank - b.rank || a.far - b.far)
    .slice(0, max)
    .map(({ town }) => town)
}

/** Towns with coordinates added where names are ambiguous: `Hamilton (38° S, 175° E)`. */
export function townsOf({ features }: FeatureCollection): Town[] {
  const named = features.map(({ geometry, properties }) => ({
    name: String(properties?.name),
    position: geometry.type === 'Point' ? geometry.coordinates : [0, 0],
  }))
  const counts = new Map<string, number>()
  for (const { name } of named) counts.set(name, (counts.get(name) ?? 0) + 1)
  return named.map(({ name, position }) => ({
    key: plain(name),
    name: counts.get(name)! > 1 ? `${name} (${whereabouts(position)})` : name,
    position,
  }))
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()

function whereabouts([lon, lat]: Position): string {
  const whole = (value: number, positive: string, negative: string) =>
    `${Math.round(Math.abs(value))}° ${value < 0 ? negative : positive}`
  return `${whole(lat!, 'N', 'S')}, ${whole(lon!, 'E', 'W')}`
}

/** Approximate distance for sorting, correct across 180°. */
function distance([lon, lat]: Position, [of_lon, of_lat]: Position): number {
  const east = ((((lon! - of_lon! + 180) % 360) + 360) % 360) - 180
  return Math.hypot(east * Math.cos((of_lat! * Math.PI) / 180), lat! - of_lat!)
}

export type Town = { name: string; key: string; position: Position }
