import type { OfOrganisation } from '../../kit/door.ts'
import { doors } from '../doors.ts'

/** The resource that an address names: `?tracker=7` on any page, or a parameter of the page, such as `?id=7`. */
export function resourceInAddress(pathname: string, search: string): AddressedResource | null {
  const params = new URLSearchParams(search)
  for (const [parameter, resource] of Object.entries({ ...ofAnyPage, ...ofPage(pathname.replace(/\/$/, '')) })) {
    const id = idIn(params.get(parameter))
    if (id) return { resource, id }
  }
  return null
}

const ofAnyPage: Record<string, OfOrganisation> = Object.assign({}, ...doors.map(({ parameters }) => parameters))

const pages = doors.flatMap((door) => Object.values(door.pages).flatMap((listed) => Object.values(listed)))

function ofPage(pathname: string): Record<string, OfOrganisation> {
  const page = pages.find(({ path }) => path.pattern === pathname)
  return { ...page?.parameters, ...(page?.resource && { id: page.resource }) }
}

/** The first id of a comma-separated list. */
function idIn(text: string | null): number | null {
  const id = Number((text ?? '').split(',')[0])
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

export type AddressedResource = { resource: OfOrganisation; id: number }
