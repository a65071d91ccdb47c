import { referenceTo } from '../../kit/reference/referenceTo.ts'

/** The cases of a person, by what was done. */
export const procedureReference = ({ organisation_id, user_id }: { organisation_id: number; user_id: number }) =>
  referenceTo('procedure', {
    organisation_id,
    scope: user_id,
    query: { user_id },
    toOption: ({ id, case_number, type, date }) => ({ id, label: `${case_number} ${type}`.trim(), detail: date }),
  })

/** The files that the reader sees. */
export const fileReference = (organisation_id: number) =>
  referenceTo('file', {
    organisation_id,
    query: { is_folder: false, deleted: false },
    toOption: ({ id, name }) => ({ id, label: name }),
  })
