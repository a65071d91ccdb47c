import { ApiError } from '#api/client.ts'
import { backendBase } from '../../core/backend/backend.ts'
import { token } from '../../core/token.ts'
import { saveFile } from '../ui/saveFile.ts'

export const downloadCsv = (plural: string, query: Query) => downloadList(plural, query, 'csv')

/** Everything that a list is asked for, not just its page, as a file. The session goes in a header, so a link will not do. */
export async function downloadList(plural: string, query: Query, format: string): Promise<void> {
  const parameters = new URLSearchParams({ format })
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value))
  const response = await fetch(`${backendBase()}/api/v1/${plural}?${parameters}`, {
    headers: { authorization: `Bearer ${token.read()}` },
  })
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => ({})))
  saveFile(await response.blob(), `${plural}.${format}`)
}

type Query = Record<string, string | number | boolean>
