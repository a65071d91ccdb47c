import { client, guarded } from '../../core/api.ts'
import type { Upload } from '../../kit/forms/file/useUpload.ts'
import { sendFile } from './send.ts'

/** Stores a picture among the organisation's files: a theme's logo, a site's icon. */
export function pictureUpload(organisation_id: number, max_bytes: number): Upload {
  return {
    accept: ['image/png', 'image/jpeg'],
    max_bytes,
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
