import { client, guarded } from '../../core/api.ts'
import type { Upload } from '../../kit/forms/file/useUpload.ts'
import type { UploadPlace } from './folders.ts'
import { sendFile } from './send.ts'

/** How the files of a form's field are stored: in a folder, with a number where the name exists. */
export const uploadInto = (place: UploadPlace, max_bytes: number): Upload => ({
  send: (file, options) => sendFile(file, { ...place, on_conflict: 'rename' }, options),
  read,
  max_bytes,
})

/** How a field replaces the content of a file. */
export const uploadContentOf = (id: number, max_bytes: number): Upload => ({
  send: (file, options) => sendFile(file, { id }, options),
  read,
  max_bytes,
})

async function read(id: number) {
  return (await guarded(client.read('file', id))).data
}
