import { ApiError } from '#api/client.ts'
import { guarded } from '../../core/api.ts'
import { backendBase } from '../../core/backend/backend.ts'
import { token } from '../../core/token.ts'
import type { StoredFile } from '../types.ts'

/**
 * Uploads a file as a form. By XMLHttpRequest: `fetch` says nothing of the bytes that were sent.
 *
 * @param fields what the form has before the file; with an `id` the file is the new content of that one
 * @param options.key repeats an upload whose answer was lost, without storing the file twice
 * @throws {ApiError} what the server answered; a DOMException after `signal`; a TypeError without a network
 */
export function sendFile(file: File, fields: UploadFields, options: SendOptions): Promise<StoredFile> {
  return guarded(send(file, fields, options))
}

function send(file: File, fields: UploadFields, { signal, onProgress, key }: SendOptions): Promise<StoredFile> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value))
  form.append('file', file, file.name)
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    request.open('id' in fields ? 'POST' : 'PUT', `${backendBase()}/api/v1/file`)
    request.setRequestHeader('authorization', `Bearer ${token.read()}`)
    if (key) request.setRequestHeader('idempotency-key', key)
    request.responseType = 'json'
    // The form is a little more than the file.
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(Math.round(file.size * Math.min(1, loaded / Math.max(1, total))))
    request.onload = () => {
      const { status, response } = request
      if (status >= 200 && status < 300 && response) resolve(response.data)
      else reject(new ApiError(status, response ?? {}))
    }
    request.onerror = () => reject(new TypeError('network'))
    request.onabort = () => reject(signal.reason ?? new DOMException('', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

type UploadFields =
  | { organisation_id: number; parent_file_id: number | null; name?: string; on_conflict?: 'rename' | undefined }
  | { id: number; modified_at?: string }

type SendOptions = { signal: AbortSignal; onProgress: (sent: number) => void; key?: string }
