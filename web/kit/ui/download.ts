import { ApiError } from '#api/client.ts'
import { backendBase } from '../../core/backend/backend.ts'
import { token } from '../../core/token.ts'
import { saveFile } from './saveFile.ts'

/**
 * Downloads a file of the API under the name that the server gives it. The session goes in a header, so a link will not do.
 *
 * @param otherwise the name where the server gives none
 * @throws {ApiError} what the server answered
 */
export async function download(path: string, query: Record<string, string | number>, otherwise: string): Promise<void> {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const response = await fetch(`${backendBase()}/api/v1/${path}?${parameters}`, {
    headers: { authorization: `Bearer ${token.read()}` },
  })
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => ({})))
  const [, name] = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '') ?? []
  saveFile(await response.blob(), name ?? otherwise)
}
