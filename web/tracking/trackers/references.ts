import { referenceTo } from '../../kit/reference/referenceTo.ts'

export const boundaryReference = (organisation_id: number) =>
  referenceTo('boundary', {
    organisation_id,
    query: { sort: 'name' },
    toOption: ({ id, name }) => ({ id, label: name }),
  })
