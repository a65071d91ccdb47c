import { queryOptions } from '@tanstack/react-query'
import { client, guarded } from '../../core/api.ts'
import { backendBase } from '../../core/backend/backend.ts'
import { saveFrom } from '../../kit/ui/saveFile.ts'
import { keys } from '../keys.ts'
import type { StoredFile } from '../types.ts'

/** Files in one address, at most (`api/files/downloads.ts`). */
export const MOST_TOGETHER = 200

/**
 * An address by which the browser itself loads a file. It works for a minute, and without a token.
 *
 * @param options.ids further files and folders, together in a zip
 */
export async function addressOf(id: number, options: { download?: true; ids?: number[] } = {}): Promise<string> {
  const { data } = await guarded(client.act('POST file/:file_id/view', { file_id: id, ...options }))
  return backendBase() + data.url
}

/** The same for what a page shows. */
export const addressQuery = ({ id, sha256 }: Pick<StoredFile, 'id' | 'sha256'>) =>
  queryOptions({
    queryKey: keys.fileAddress(id, sha256),
    queryFn: () => addressOf(id),
    staleTime: 45_000,
    gcTime: 45_000,
  })

/** Saves a file; of a folder, or of several, a zip that the server makes on the way. The browser streams it to the disk. */
export async function download(ids: number[]): Promise<void> {
  const [first, ...others] = ids
  const url = await addressOf(first!, { download: true, ...(others.length > 0 && { ids: others }) })
  saveFrom(url)
}
