import { referenceTo } from '../../kit/reference/referenceTo.ts'

/** The drivers of an organisation. */
export const driverReference = (organisation_id: number) =>
  referenceTo('driver', {
    organisation_id,
    query: { sort: 'name' },
    toOption: ({ id, name, licence_number }) => ({ id, label: name, detail: licence_number }),
  })
