import { queryOptions } from '@tanstack/react-query'
import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'

/** All folders that the person may see, by name, with the number of what is in them; at most 10 000. */
export const foldersOf = (organisation_id: number) =>
  queryOptions({
    queryKey: keys.folders(organisation_id),
    queryFn: async () => (await guarded(client.act('GET folders', { organisation_id }))).data,
  })

/** How much is stored and may be, and the person's root folder. */
export const usageOf = (organisation_id: number) =>
  queryOptions({
    queryKey: keys.fileUsage(organisation_id),
    queryFn: async () => (await guarded(client.act('GET files/usage', { organisation_id }))).data,
  })

/** A folder of the tree. `items` counts what is directly in it, `folders` those of them that are folders. */
export type Folder = DataOf<'GET folders'>[number]

/** Bytes that are stored and may be. `root_file_id` is null for those who are no member of the organisation. */
export type FileUsage = DataOf<'GET files/usage'>
