import type { Name, Query, Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import type { Option, Reference } from './reference.ts'

/**
 * The rows of a resource in an organisation, by their ids.
 *
 * @example
 * referenceTo('boundary', { organisation_id, query: { sort: 'name' }, toOption: ({ id, name }) => ({ id, label: name }) })
 */
export function referenceTo<N extends Name>(
  resource: N,
  { organisation_id, scope = organisation_id, query, toOption, offers = () => true }: ReferenceOptions<N>,
): Reference {
  return {
    resource,
    scope,
    async find(search, limit) {
      // The filters are checked where they are given; TypeScript cannot join them with those that every list has.
      const asked = { organisation_id, limit, ...query, ...(search && { search }) } as Query<N>
      const { data, info } = await guarded(client.list(resource, asked))
      return { options: data.filter(offers).map(toOption), more: info.next !== undefined }
    },
    read: async (id) => toOption((await guarded(client.read(resource, id))).data),
  }
}

type ReferenceOptions<N extends Name> = {
  organisation_id: number
  /** Part of the key of the cache; the organisation, unless the rows are limited further. */
  scope?: number
  /** Filters and the order. */
  query?: Query<N>
  toOption: (row: Row<N>) => Option
  /** Which of the rows found can be chosen. */
  offers?: (row: Row<N>) => boolean
}
