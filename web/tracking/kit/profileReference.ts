import { referenceTo } from '../../kit/reference/referenceTo.ts'

/** The profiles of movement of an organisation, for a tracker that may have none. */
export const profilesOf = (organisation_id: number, none: string) => ({
  ...referenceTo('movementprofile', {
    organisation_id,
    query: { sort: 'name' },
    toOption: ({ id, name }) => ({ id, label: name }),
  }),
  texts: { none },
})
