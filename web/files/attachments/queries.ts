import { queryOptions } from '@tanstack/react-query'
import { client, guarded } from '../../core/api.ts'
import { backendBase } from '../../core/backend/backend.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { keys } from '../keys.ts'
import type { Attachment } from '../types.ts'

/** What files are attached to. */
export type Subject =
  | { tracker_id: number }
  | { boundary_id: number }
  | { message_id: number }
  | { maintenance_done_id: number }

export const attachmentsOf = (subject: Subject | { file_id: number }) =>
  queryOptions({
    queryKey: keys.attachments(subject),
    queryFn: async () => (await guarded(client.list('attachment', { ...subject, limit: 100 }))).data,
  })

/** Files that may be attached, the newest first. */
export const attachableFiles = (organisation_id: number, search: string) =>
  queryOptions({
    queryKey: keys.attachable(organisation_id, search),
    queryFn: async () => {
      const query = { organisation_id, is_folder: false, deleted: false, sort: '-modified_at', limit: 50 } as const
      return (await guarded(client.list('file', { ...query, ...(search && { search }) }))).data
    },
    placeholderData: (before) => before,
  })

/** An address by which the browser itself loads an attached file; it works for a minute. */
export async function addressOfAttachment(id: number, options: { download?: true } = {}): Promise<string> {
  const { data } = await guarded(client.act('POST attachment/:attachment_id/view', { attachment_id: id, ...options }))
  return backendBase() + data.url
}

export async function attach(subject: Subject, file_id: number): Promise<void> {
  await guarded(client.create('attachment', { ...subject, file_id } as never))
  await refreshAttachments()
}

export async function detach({ id }: Pick<Attachment, 'id'>): Promise<void> {
  await guarded(client.remove('attachment', id))
  await refreshAttachments()
}

const refreshAttachments = () => queries.invalidateQueries({ queryKey: queryKeys.rows('attachment') })
