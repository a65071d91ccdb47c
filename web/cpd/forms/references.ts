import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import type { Reference } from '../../kit/reference/reference.ts'

/** The cases of a person, by what was done. */
export function procedureReference({
  organisation_id,
  user_id,
}: {
  organisation_id: number
  user_id: number
}): Reference {
  const toOption = ({ id, case_number, type, date }: Row<'procedure'>) => ({
    ...{ id, label: `${case_number} ${type}`.trim(), detail: date },
  })
  return {
    resource: 'procedure',
    scope: user_id,
    async find(search, limit) {
      const query = { organisation_id, user_id, limit, ...(search && { search }) }
      const { data, info } = await guarded(client.list('procedure', query))
      return { options: data.map(toOption), more: info.next !== undefined }
    },
    read: async (id) => toOption((await guarded(client.read('procedure', id))).data),
  }
}

/** The files that the reader sees. */
export function fileReference(organisation_id: number): Reference {
  const toOption = ({ id, name }: Row<'file'>) => ({ id, label: name })
  return {
    resource: 'file',
    scope: organisation_id,
    async find(search, limit) {
      const query = { organisation_id, is_folder: false, deleted: false, limit, ...(search && { search }) }
      const { data, info } = await guarded(client.list('file', query))
      return { options: data.map(toOption), more: info.next !== undefined }
    },
    read: async (id) => toOption((await guarded(client.read('file', id))).data),
  }
}
