import type { Area } from '#db/tables/people/role.ts'
import { doors } from './doors.ts'

const byName = Map.groupBy(
  doors.flatMap(({ area, areas = {}, pages }) => [
    ...Object.values(pages).flatMap((list) => (area ? Object.keys(list).map((page) => ({ page, area })) : [])),
    ...Object.entries(areas).flatMap(([of, names]) => names.map((page) => ({ page, area: of as Area }))),
  ]),
  ({ page }) => page,
)

/** The areas that a role must allow to read for a page, by its name; the one that the page is about comes first. */
export const areasOf = (page: string): readonly Area[] => (byName.get(page) ?? []).map(({ area }) => area)
