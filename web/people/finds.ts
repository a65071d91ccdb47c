import { client } from '../core/api.ts'
import { paths } from '../core/paths.ts'
import { type Finder, found } from '../kit/door.ts'

/** What the palette finds. */
export const finds: Finder[] = [
  {
    label: 'people',
    icon: 'people',
    only: 'administrator',
    find: async (organisation_id, search) => {
      const { data } = await client.list('user', { organisation_id, search, limit: found })
      return data.map(({ id, display_name }) => ({ id, label: display_name, path: paths.user({ id }) }))
    },
  },
]
