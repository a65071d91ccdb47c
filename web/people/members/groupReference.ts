import { referenceTo } from '../../kit/reference/referenceTo.ts'

/** The groups of an organisation's trackers, with the names of those that they are in. */
export const groupReference = (organisation_id: number, offers?: (group: { id: number }) => boolean) =>
  referenceTo('trackergroup', {
    organisation_id,
    query: { sort: 'name' },
    toOption: ({ id, path }) => ({ id, label: path }),
    ...(offers && { offers }),
  })

/** The same for a tracker, which may be in none. */
export const groupsOf = (organisation_id: number, none: string) => ({
  ...groupReference(organisation_id),
  texts: { none },
})
