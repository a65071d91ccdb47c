import { ApiError } from '#api/client.ts'
import { backendBase } from '../../core/backend/backend.ts'
import { token } from '../../core/token.ts'
import { saveFile } from '../ui/saveFile.ts'

/** Everything that a list is asked for, not just its page, as a file. The session goes in a header, so a link will not do. */
export const downloadList = (plural: string, query: Query, format: string) =>
  download(plural, { ...query, format }, `${plural.split('/').at(-1)}.${format}`)

/** What a route answers, as a file. */
export async function download(path: string, query: Query, name: string): Promise<void> {
  const parameters = new URLSearchParams()
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values].flat()) parameters.append(name, String(value))
  }
  const response = await fetch(`${backendBase()}/api/v1/${path}?${parameters}`, {
    headers: { authorization: `Bearer ${token.read()}` },
  })
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => ({})))
  saveFile(await response.blob(), name)
}

type Query = Record<string, string | number | boolean | number[]>
