import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import type { Option, Reference } from '../../kit/reference/reference.ts'
import { referenceTo } from '../../kit/reference/referenceTo.ts'

/** The members of an organisation, by the ids of their accounts. */
export const memberReference = (organisation_id: number): Reference => ({
  ...referenceTo('membership', { organisation_id, toOption }),
  async read(user_id) {
    const { data } = await guarded(client.list('membership', { organisation_id, user_id }))
    return data[0] ? toOption(data[0]) : null
  },
})

const toOption = ({ user_id, display_name, email }: Row<'membership'>): Option => ({
  id: user_id,
  label: display_name,
  detail: email,
})
