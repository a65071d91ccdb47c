import { client, guarded } from '../../core/api.ts'
import { sendFile } from '../../files/upload/send.ts'
import type { Upload } from '../../kit/forms/file/useUpload.ts'

/** Stores a theme's logo among the organisation's files. */
export function logoUpload(organisation_id: number): Upload {
  return {
    accept: ['image/png', 'image/jpeg'],
    max_bytes: 2 * 1024 * 1024,
    send: (file, options) =>
      sendFile(file, { organisation_id, parent_file_id: null, on_conflict: 'rename' }, options).then(
        ({ id, name, size }) => ({ id, name, size: size ?? 0 }),
      ),
    read: async (id) => {
      const { data } = await guarded(client.read('file', id))
      return { id, name: data.name, size: data.size ?? 0 }
    },
  }
}
