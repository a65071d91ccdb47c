import type { Place } from './limit.ts'

/**
 * Where the resources and routes of a domain belong, by area, for members with a role of their organisation. An entry is
 * a resource by its name, with its list and all routes below them; the beginning of a path; or one route, such as
 * `GET user`, which goes before the others. What is not named is closed to those members, so that a new route is open
 * to them only by decision.
 */
export type AreaRules = {
  [P in NonNullable<Place>]?: readonly string[]
} & {
  /** Where all else of the domain belongs. */
  rest?: NonNullable<Place>
  /** Routes that only read, although they are no GET. */
  reading?: readonly string[]
}

/** Finds where a route of a domain belongs. @param plurals the name of each resource's list, by its own name */
export function placesOf(rules: AreaRules, plurals: Map<string, string>) {
  const { rest = null, reading: _, ...named } = rules
  const places = new Map<string, Place>()
  for (const [place, entries] of Object.entries(named) as [NonNullable<Place>, readonly string[]][]) {
    for (const entry of entries) {
      places.set(entry, place)
      const plural = plurals.get(entry)
      if (plural) places.set(plural, place)
    }
  }
  return (method: string, path: string): Place => {
    const found = places.get(`${verbOf(method)} ${path}`)
    if (found !== undefined) return found
    const parts = path.split('/')
    for (let n = parts.length; n > 0; n--) {
      const place = places.get(parts.slice(0, n).join('/'))
      if (place !== undefined) return place
    }
    return rest
  }
}

/** Whether a route only reads. */
export const isReading = ({ reading = [] }: AreaRules, method: string, path: string) =>
  verbOf(method) === 'GET' || reading.includes(`${method} ${path}`)

const verbOf = (method: string) => (method === 'HEAD' ? 'GET' : method)

/** Where reading and writing rows of each resource belongs, by its name. */
const resources = new Map<string, { read: Place; write: Place }>()

/** Takes where the resources of a domain belong; `api/domains.ts` does it for each. */
export function takePlaces(rules: AreaRules = {}, of: { name: string; plural: string }[]): void {
  const place = placesOf(rules, new Map(of.map(({ name, plural }) => [name, plural])))
  for (const { name } of of) resources.set(name, { read: place('GET', name), write: place('POST', name) })
}

export const placeOfResource = (name: string, need: 'read' | 'write'): Place => resources.get(name)?.[need] ?? null
