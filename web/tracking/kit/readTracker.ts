import { ApiError } from '#api/client.ts'
import { api } from '../api.ts'
import type { Tracker } from '../types.ts'

/** The server's limit of ids in a request. */
const max = 100
/** Milliseconds: rows of a page request one by one and are answered by one request. */
const pause = 5

let requested = new Set<number>()
let answer: Promise<Map<number, Tracker>> | null = null

/** A tracker by its id; concurrent calls share a request. @throws {ApiError} 404 */
export async function readTracker(id: number): Promise<Tracker> {
  requested.add(id)
  answer ??= readAll()
  const tracker = (await answer).get(id)
  if (!tracker) throw new ApiError(404, { message: `There is no tracker ${id}.`, field: 'id' })
  return tracker
}

async function readAll(): Promise<Map<number, Tracker>> {
  await new Promise((resolve) => setTimeout(resolve, pause))
  const ids = [...requested]
  requested = new Set()
  answer = null
  const parts = Array.from({ length: Math.ceil(ids.length / max) }, (_, i) => ids.slice(i * max, (i + 1) * max))
  const pages = await Promise.all(parts.map((part) => api.findTrackers({ ids: part })))
  return new Map(pages.flatMap(({ data }) => data).map((tracker) => [tracker.id, tracker]))
}
