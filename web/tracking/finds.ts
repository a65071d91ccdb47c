import { client } from '../core/api.ts'
import { paths } from '../core/paths.ts'
import { type Finder, found } from '../kit/door.ts'

/** What the palette finds. */
export const finds: Finder[] = [
  {
    label: 'trackers',
    icon: 'trackers',
    find: async (organisation_id, search) => {
      const { data } = await client.list('tracker', { organisation_id, search, limit: found })
      return data.map(({ id, name, number }) => ({ id, label: name || number, path: paths.map({ tracker: id }) }))
    },
  },
  {
    label: 'boundaries',
    icon: 'boundaries',
    find: async (organisation_id, search) => {
      const { data } = await client.list('boundary', { organisation_id, search, limit: found })
      return data.map(({ id, name }) => ({ id, label: name, path: paths.boundary({ id }) }))
    },
  },
]
