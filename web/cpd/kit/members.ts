import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import type { Reference } from '../../kit/reference/reference.ts'

/** The members of an organisation, by the ids of their accounts. */
export function memberReference(organisation_id: number): Reference {
  const toOption = (member: Row<'membership'>) => ({
    id: member.user_id,
    label: member.display_name,
    detail: member.email,
  })
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
