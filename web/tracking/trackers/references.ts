import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import type { Reference } from '../../kit/reference/reference.ts'

/** The members of an organisation, by the ids of their accounts. */
export function memberReference(organisation_id: number): Reference {
  const toOption = (member: Row<'membership'>) => ({ id: member.user_id, label: member.display_name })
  return {
    resource: 'membership',
    scope: organisation_id,
    async find(search, limit) {
      const query = { organisation_id, limit, ...(search && { search }) }
      const { data, info } = await guarded(client.list('membership', query))
      return { options: data.map(toOption), more: info.next !== undefined }
    },
    async read(user_id) {
      const { data } = await guarded(client.list('membership', { organisation_id, user_id }))
      return data[0] ? toOption(data[0]) : null
    },
  }
}

export function boundaryReference(organisation_id: number): Reference {
  const toOption = ({ id, name }: Row<'boundary'>) => ({ id, label: name })
  return {
    resource: 'boundary',
    scope: organisation_id,
    async find(search, limit) {
      const query = { organisation_id, limit, sort: 'name', ...(search && { search }) } as const
      const { data, info } = await guarded(client.list('boundary', query))
      return { options: data.map(toOption), more: info.next !== undefined }
    },
    read: async (id) => toOption((await guarded(client.read('boundary', id))).data),
  }
}
