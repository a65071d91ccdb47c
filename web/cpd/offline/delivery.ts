import { ApiError, type Row } from '#api/client.ts'
import type { Entry, Refusal } from './store.ts'

/**
 * Sends an entry. Its client key makes a repeated one the same row; one that was changed after it may have arrived is
 * written over that row.
 *
 * @returns the row; or why the server refuses it; or null where there is no answer, so that it waits
 */
export async function deliver(entry: Entry, { create, update }: Requests): Promise<Delivered> {
  try {
    const { data } = await create(entry)
    if (entry.changed) await update(entry, data)
    return { row: data }
  } catch (error) {
    if (!(error instanceof ApiError) || !isFinal(error.status)) return null
    return { refusal: { message: error.message, ...(error.field && { field: error.field }) } }
  }
}

/** Whether the server was not reached, or could not answer at the time. */
export function isUnreachable(error: unknown): boolean {
  return !(error instanceof ApiError) || [502, 503, 504].includes(error.status)
}

/** Not an ended session, too many requests, or an error of the server: those pass. */
const isFinal = (status: number) => status < 500 && ![401, 429, 469, 470].includes(status)

type Stored = Row<'devactivity'> | Row<'procedure'>
export type Delivered = { row: Stored; refusal?: never } | { refusal: Refusal; row?: never } | null
export type Requests = {
  create(entry: Entry): Promise<{ data: Stored }>
  update(entry: Entry, row: Stored): Promise<unknown>
}
