import { client, guarded } from '../../core/api.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import type { StoredFile } from '../types.ts'

/**
 * Moves files one after the other: the server lets one change of the tree happen at a time. Stops at the first that is
 * refused; those before it are moved.
 *
 * @param parent_file_id null is the organisation's root
 * @param on_conflict `rename` gives a number to a name that exists there
 */
export async function moveFiles(
  files: Pick<StoredFile, 'id'>[],
  parent_file_id: number | null,
  on_conflict?: 'rename',
): Promise<void> {
  try {
    for (const { id } of files) {
      await guarded(client.update('file', { id, parent_file_id, ...(on_conflict && { on_conflict }) }))
    }
  } finally {
    await refresh('file')
  }
}
