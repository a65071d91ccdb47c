import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { WrittenContent } from '#db/contents/store.ts'
import type { ApiContext } from '../context.ts'
import { audit, isWatched } from '../crud/audit.ts'
import { transact } from '../crud/transact.ts'
import type { Viewer } from '../crud/viewer.ts'
import { AppError, wrong } from '../http/errors.ts'
import { checkNotSent } from './attachments/sent.ts'
import { discard, saveContent } from './contents.ts'
import { checkFileName } from './names.ts'
import { fileTooLarge, Reservation } from './quota.ts'
import { sniff } from './sniff.ts'
import { checkCount, type FileContent, insertFile, organisationOfPlace } from './tree/changes.ts'
import { findPlace, freeName, lockTree } from './tree/tree.ts'
import { findWritable } from './write_access.ts'

/** An answer that is sent before the whole body has arrived is read by the client only after it has sent the rest. */
const DRAIN_MS = 30_000

/**
 * Stores an uploaded file as a new one.
 *
 * @returns its id
 * @throws {AppError} too_large, name_conflict, …; then nothing of it is left
 */
export async function uploadNew(context: ApiContext, viewer: Viewer, request: FastifyRequest): Promise<number> {
  const { part, fields } = await firstFile(request)
  const { parent_file_id, on_conflict } = fields
  const name = checkFileName(fields.name ?? part.filename ?? '')
  // Checked before the bytes are read, and again when they are there.
  const place = await transact(context, async (trx) => {
    const organisation_id = await organisationOfPlace(trx, viewer, { name, ...fields })
    const found = await findPlace(trx, viewer, organisation_id, parent_file_id)
    await freeName(trx, found, name, { on_conflict })
    await checkCount(trx, organisation_id)
    return found
  })
  return store(context, request, part, place, name, async (trx, saved) => {
    await lockTree(trx, place.organisation_id)
    const now = await findPlace(trx, viewer, place.organisation_id, place.parent_file_id)
    const free = await freeName(trx, now, name, { on_conflict })
    const { id } = await insertFile(trx, now, {
      ...saved,
      name: free,
      hidden: fields.hidden ?? false,
      uploaded_by_user_id: viewer.user_id,
      uploaded_at: new Date().toISOString(),
    })
    if (isWatched(viewer, place.organisation_id)) {
      await audit(trx, viewer, 'file.create', { organisation_id: place.organisation_id, entity: 'file', entity_id: id })
    }
    return id
  })
}

/** Stores an uploaded file as the new content of a file. */
export async function uploadContent(context: ApiContext, viewer: Viewer, request: FastifyRequest): Promise<number> {
  const { part, fields } = await firstFile(request)
  const { id, modified_at } = fields
  if (id === undefined) throw wrong('id', 'is missing.')
  const file = await findWritable(context.db, viewer, id, modified_at)
  if (file.is_folder) throw new AppError('not_possible', 'A folder has no content.')
  await checkNotSent(context.db, id)
  return store(context, request, part, file, file.name, async (trx, saved) => {
    await lockTree(trx, file.organisation_id)
    await checkNotSent(trx, id)
    const updated = await trx
      .updateTable('file')
      .set({ ...saved, uploaded_by_user_id: viewer.user_id, uploaded_at: now(), modified_at: now() })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!updated) throw new AppError('not_found', 'There is no such file.', 'id')
    if (isWatched(viewer, file.organisation_id)) {
      const about = { organisation_id: file.organisation_id, entity: 'file', entity_id: id }
      await audit(trx, viewer, 'file.update', { ...about, details: { fields: ['content'] } })
    }
    return id
  })
}

/** The SHA-256 of an uploaded file that is not stored: a repetition of a request that succeeded. */
export async function uploadedSha256(request: FastifyRequest): Promise<string> {
  const { part } = await firstFile(request)
  const hash = createHash('sha256')
  for await (const chunk of part.file) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * Ends connections whose client sends nothing, with a 408, and after an early answer those that still send.
 *
 * @param answered registers what happens once the answer is sent
 */
export function watchUpload(request: FastifyRequest, idle_s: number, answered: (callback: () => void) => void): void {
  const { raw } = request
  const { socket } = raw
  let is_answered = false
  const end = () => {
    if (!is_answered && !raw.complete) refuseIdle(socket, idle_s)
    else socket.destroy()
  }
  socket.setTimeout(idle_s * 1000)
  // A listener of the request keeps Node from cutting the connection without an answer.
  raw.on('timeout', end)
  // The server's own work on the body has no deadline.
  raw.once('end', () => socket.setTimeout(0))
  answered(() => {
    is_answered = true
    if (raw.complete) return
    raw.unpipe()
    raw.resume()
    const timer = setTimeout(() => socket.destroy(), DRAIN_MS).unref()
    raw.once('close', () => clearTimeout(timer))
  })
}

/** Written past the handler, which still reads the body; it fails when the connection is gone, and leaves nothing. */
function refuseIdle(socket: Socket, idle_s: number): void {
  if (!socket.writable) return void socket.destroy()
  const body = JSON.stringify({ message: `Nothing has arrived for ${idle_s} seconds.`, code: 'too_slow' })
  const head = ['HTTP/1.1 408 Request Timeout', 'Connection: close', 'Content-Type: application/json; charset=utf-8']
  socket.end([...head, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'), () => socket.destroy())
}

async function store(
  context: ApiContext,
  request: FastifyRequest,
  part: MultipartFile,
  account: { organisation_id: number; owner_user_id: number | null },
  name: string,
  save: (trx: Parameters<Parameters<typeof transact>[1]>[0], saved: FileContent) => Promise<number>,
): Promise<number> {
  const { db, contents, config } = context
  const { organisation_id, owner_user_id } = account
  // The whole body, a little more than the file.
  const length = Number(request.headers['content-length'] ?? 0)
  const reservation = await Reservation.begin(db, { organisation_id, owner_user_id })
  let written: WrittenContent | null = null
  try {
    if (length > reservation.file_bytes_max + FORM_BYTES) throw fileTooLarge(reservation.file_bytes_max)
    await reservation.cover(Math.max(0, length - FORM_BYTES))
    written = await contents.write(reservation.counted(chunksOf(part)))
    if (part.file.truncated) throw fileTooLarge(reservation.file_bytes_max)
    await checkNoMore(request)
    const content = written
    const { head, size, sha256 } = content
    const sniffed = await sniff(head, name)
    const { id, is_duplicate } = await transact(context, async (trx) => {
      const saved = await saveContent(trx, organisation_id, content)
      const values = {
        content_id: saved.id,
        size,
        sha256,
        ...sniffed,
        scan_state: config.clamd_url ? ('waiting' as const) : ('none' as const),
        evidence_copies: null,
      }
      const file_id = await save(trx, values)
      await reservation.release(trx)
      return { id: file_id, is_duplicate: saved.is_duplicate }
    })
    if (is_duplicate) await discard(context, content)
    return id
  } catch (error) {
    if (written) await discard(context, written)
    await reservation.release().catch(() => {})
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC'
      ? new AppError('unavailable', 'There is no room left on the server.')
      : error
  }
}

/** Leaves the stream open after an error: destroying it would cut the connection before the client reads the answer. */
async function* chunksOf({ file }: MultipartFile): AsyncGenerator<Buffer> {
  try {
    yield* file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  } finally {
    file.resume()
  }
}

/** Reads the form's fields until its file. */
async function firstFile(request: FastifyRequest): Promise<{ part: MultipartFile; fields: Fields }> {
  const given: Record<string, string> = {}
  const parts = request.parts({ limits })
  iterators.set(request, parts)
  for (;;) {
    const { value: part, done } = await parts.next().catch(unreadable)
    if (done) throw wrong('file', 'is missing.')
    if (part.type === 'file') {
      // A client that disconnects ends the reader with an error; without a listener it would end the process.
      part.file.on('error', () => {})
      return { part, fields: readFields(given) }
    }
    if (part.valueTruncated || part.fieldnameTruncated) {
      throw new AppError('bad_request', `${part.fieldname.slice(0, 50)}: is too long.`, part.fieldname.slice(0, 50))
    }
    given[part.fieldname] = String(part.value)
  }
}

/** What follows the file: nothing, since fields would come too late. */
async function checkNoMore(request: FastifyRequest): Promise<void> {
  const { value: part, done } = await iterators.get(request)!.next().catch(unreadable)
  if (done) return
  if (part.type === 'file') part.file.resume()
  throw wrong(part.fieldname, 'give fields before the one file.')
}

/** The parser's own errors are plain ones. */
function unreadable(error: Error & { statusCode?: number }): never {
  if (error.statusCode && error.statusCode !== 406) throw error
  throw new AppError('bad_request', `The form cannot be read: ${error.message}.`)
}

const iterators = new WeakMap<FastifyRequest, ReturnType<FastifyRequest['parts']>>()

function readFields(given: Record<string, string>): Fields {
  const known = ['id', 'organisation_id', 'parent_file_id', 'name', 'hidden', 'on_conflict', 'modified_at']
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown) throw wrong(unknown, 'is not a field of this form.')
  const number = (field: string) => {
    const text = given[field]
    if (text === undefined || text === '') return undefined
    if (!/^[1-9]\d{0,14}$/.test(text)) throw wrong(field, 'must be a whole number.')
    return Number(text)
  }
  if (given.hidden !== undefined && !['true', 'false'].includes(given.hidden)) {
    throw wrong('hidden', 'must be true or false.')
  }
  if (given.on_conflict !== undefined && given.on_conflict !== 'rename') throw wrong('on_conflict', 'must be rename.')
  const { name, modified_at, on_conflict, hidden } = given
  const organisation_id = number('organisation_id')
  const id = number('id')
  const parent_file_id = given.parent_file_id === 'null' ? null : number('parent_file_id')
  return {
    ...(id !== undefined && { id }),
    ...(organisation_id !== undefined && { organisation_id }),
    ...(parent_file_id !== undefined && { parent_file_id }),
    ...(name !== undefined && { name }),
    ...(modified_at !== undefined && { modified_at }),
    ...(on_conflict !== undefined && { on_conflict: 'rename' as const }),
    ...(hidden !== undefined && { hidden: hidden === 'true' }),
  }
}

const now = () => new Date().toISOString()

/** What a form may have beside its file. */
const FORM_BYTES = 16 * 1024
const limits = {
  fieldNameSize: 100,
  fieldSize: 2000,
  fields: 20,
  files: 2,
  parts: 30,
  headerPairs: 50,
  // The file's size is limited where it is written: the parser would cut it silently.
  fileSize: Number.MAX_SAFE_INTEGER,
}

type Fields = {
  id?: number
  organisation_id?: number
  parent_file_id?: number | null
  name?: string
  hidden?: boolean
  on_conflict?: 'rename'
  modified_at?: string
}
