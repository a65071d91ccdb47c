import type { Area } from '#db/tables/people/role.ts'
import { doors } from './doors.ts'

const byName = new Map<string, readonly Area[]>(
  doors.flatMap(({ area, areas = {}, pages }): [string, readonly Area[]][] => [
    ...Object.values(pages).flatMap((list) => (area ? Object.keys(list).map(toArea(area)) : [])),
    ...Object.entries(areas).flatMap(([of, names]) => names.map(toArea(of as Area))),
  ]),
)

function toArea(area: Area): (page: string) => [string, readonly Area[]] {
  return (page) => [page, [area]]
}

/** The areas that a role must allow to read for a page, by its name; the one that the page is about comes first. */
export function areasOf(page: string): readonly Area[] {
  return several.includes(page) ? overview : (byName.get(page) ?? [])
}

/** The live map, and the home of a fleet, show both. */
const several = ['map', 'home']
const overview: Area[] = doors.flatMap(({ overview = [] }) => overview)
