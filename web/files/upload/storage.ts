import { client, guarded } from '../../core/api.ts'
import type { Upload } from '../../kit/forms/file/useUpload.ts'
import { sendFile } from './send.ts'

/** How a field replaces the content of a file. */
export const uploadContentOf = (id: number, max_bytes: number): Upload => ({
  send: (file, options) => sendFile(file, { id }, options),
  read,
  max_bytes,
})

async function read(id: number) {
  return (await guarded(client.read('file', id))).data
}
