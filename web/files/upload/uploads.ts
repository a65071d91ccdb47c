import { create } from 'zustand'
import { ApiError } from '#api/client.ts'
import { randomKey } from '../../core/backend/randomKey.ts'
import { openTray } from '../../core/jobs/tray.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { onLeave } from '../../core/session.ts'
import type { Dropped } from './dropped.ts'
import { UploadFolders, type UploadPlace } from './folders.ts'
import { sendFile } from './send.ts'

/** Uploads at a time: browsers keep six connections to a server, and the page needs some. */
const CONCURRENT = 3

/** The uploads of this tab. They continue while the person visits other pages of the site. */
export const useUploads = create<{ uploads: UploadItem[] }>(() => ({ uploads: [] }))

const running = new Map<string, AbortController>()

/**
 * Queues files for a folder. What the limits do not allow is refused before anything is sent.
 *
 * @param limits.room bytes that are left of the quota
 */
export function upload(dropped: Dropped[], place: UploadPlace, limits: { file_bytes_max: number; room: number }): void {
  const folders = new UploadFolders(place)
  let room = limits.room
  const queued = dropped.map(({ file, folders: path }): UploadItem => {
    const item = { id: randomKey(), file, path, folders, place, sent: 0, key: randomKey(), rename: false }
    if (file.size > limits.file_bytes_max) return { ...item, state: 'failed', problem: tooLarge(limits.file_bytes_max) }
    if (file.size > room) return { ...item, state: 'failed', problem: { kind: 'no_room' } }
    room -= file.size
    return { ...item, state: 'waiting' }
  })
  useUploads.setState(({ uploads }) => ({ uploads: [...uploads, ...queued] }))
  openTray()
  fill()
}

/** Ends an upload, or takes one that waits off the queue. */
export function cancelUpload(id: string): void {
  running.get(id)?.abort()
  change(id, { state: 'cancelled' })
}

/** Tries again; with `rename` the file gets a number where its name exists. */
export function retryUpload(id: string, { rename = false } = {}): void {
  const before = useUploads.getState().uploads.find((each) => each.id === id)
  // The answer may have been lost, and the file stored.
  const same = before?.problem?.kind === 'unreachable' && before.rename === rename
  change(id, { state: 'waiting', sent: 0, problem: undefined, rename, ...(!same && { key: randomKey() }) })
  fill()
}

export function keepBothOfAll(): void {
  for (const { id, state } of useUploads.getState().uploads) if (state === 'conflict') retryUpload(id, { rename: true })
}

export function cancelAllUploads(): void {
  for (const { id, state } of useUploads.getState().uploads) if (isOpen({ state })) cancelUpload(id)
}

/** Takes those off the list that have ended. */
export function clearUploads(): void {
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter(isOpen) }))
}

export const isOpen = ({ state }: Pick<UploadItem, 'state'>) => state === 'waiting' || state === 'uploading'

/** Bytes that are sent, and to send, of the uploads that have not failed. */
export function progressOf(uploads: Pick<UploadItem, 'state' | 'sent' | 'file'>[]): { sent: number; total: number } {
  const counted = uploads.filter(({ state }) => isOpen({ state }) || state === 'done')
  return {
    sent: counted.reduce((sum, { state, sent, file }) => sum + (state === 'done' ? file.size : sent), 0),
    total: counted.reduce((sum, { file }) => sum + file.size, 0),
  }
}

function fill(): void {
  const { uploads } = useUploads.getState()
  const waiting = uploads.filter(({ state }) => state === 'waiting')
  for (const item of waiting.slice(0, Math.max(0, CONCURRENT - running.size))) run(item)
}

async function run(item: UploadItem): Promise<void> {
  const { id, file, path, folders, place, rename, key } = item
  const controller = new AbortController()
  const { signal } = controller
  running.set(id, controller)
  change(id, { state: 'uploading' })
  try {
    const parent_file_id = await folders.idOf(path)
    const fields = {
      organisation_id: place.organisation_id,
      parent_file_id,
      on_conflict: rename ? 'rename' : undefined,
    }
    const stored = await sendFile(file, fields as typeof fields & { on_conflict?: 'rename' }, {
      signal,
      key,
      onProgress: (sent) => signal.aborted || change(id, { sent }),
    })
    change(id, { state: 'done', sent: file.size, file_id: stored.id })
  } catch (error) {
    if (!signal.aborted) change(id, failureOf(error))
  } finally {
    running.delete(id)
    refreshSoon()
    fill()
  }
}

function failureOf(error: unknown): Partial<UploadItem> {
  if (!(error instanceof ApiError)) return { state: 'failed', problem: { kind: 'unreachable' } }
  const problem = { kind: 'refused' as const, message: error.message }
  return { state: error.code === 'name_conflict' ? 'conflict' : 'failed', problem }
}

/** What was cancelled stays so, whatever the server answers to it. */
function change(id: string, values: Partial<UploadItem>): void {
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((each) => {
      if (each.id !== id || (each.state === 'cancelled' && values.state !== 'waiting')) return each
      return { ...each, ...values }
    }),
  }))
}

/** Lists are read again once for many uploads that end at about the same time. */
function refreshSoon(): void {
  if (refreshing) return
  refreshing = true
  setTimeout(() => {
    refreshing = false
    queries.invalidateQueries({ queryKey: queryKeys.rows('file') })
  }, 400)
}
let refreshing = false

const tooLarge = (max: number): Problem => ({ kind: 'too_large', max })

onLeave(() => {
  for (const controller of running.values()) controller.abort()
  useUploads.setState({ uploads: [] })
})

// Closing the tab would end them.
addEventListener('beforeunload', (event) => {
  if (useUploads.getState().uploads.some(isOpen)) event.preventDefault()
})

/**
 * @property path names of the folders around it, from the place of the upload
 * @property key makes a repeated request answer as the first
 */
export type UploadItem = {
  id: string
  file: File
  path: string[]
  place: UploadPlace
  folders: UploadFolders
  sent: number
  key: string
  state: 'waiting' | 'uploading' | 'done' | 'conflict' | 'failed' | 'cancelled'
  problem?: Problem | undefined
  /** Whether the file gets a number where its name exists. */
  rename: boolean
  /** Of the stored file. */
  file_id?: number
}

type Problem =
  | { kind: 'too_large'; max: number }
  | { kind: 'no_room' }
  | { kind: 'unreachable' }
  | { kind: 'refused'; message: string }
