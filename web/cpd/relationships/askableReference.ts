import { client, guarded } from '../../core/api.ts'
import type { Reference } from '../../kit/reference/reference.ts'

/** The members of an organisation who can be asked for a relationship, but for oneself. */
export const askableReference = (organisation_id: number, me: number, noMatch: string): Reference => ({
  resource: 'cpd/people',
  scope: organisation_id,
  async find(search, limit) {
    const { data } = await guarded(client.act('GET cpd/people', { organisation_id, ...(search && { search }) }))
    const options = data
      .filter(({ user_id }) => user_id !== me)
      .map(({ user_id, name }) => ({ id: user_id, label: name }))
    return { options: options.slice(0, limit), more: options.length > limit }
  },
  // One that was chosen is known from the search.
  read: async () => null,
  texts: { noMatch },
})
