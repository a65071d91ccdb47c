import { referenceTo } from '../../kit/reference/referenceTo.ts'

/** The tags of an organisation. @param none what a field without any says */
export const tagReference = (organisation_id: number, none: string) => ({
  ...referenceTo('tag', {
    organisation_id,
    query: { sort: 'name' },
    toOption: ({ id, name }) => ({ id, label: name }),
  }),
  texts: { none, noRows: none },
})
