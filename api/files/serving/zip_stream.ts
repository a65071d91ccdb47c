import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import { ZipFile } from 'yazl'
import type { ContentStore } from '#db/contents/store.ts'
import type { Db } from '#db/database.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { checkScanned, readContents } from '../contents.ts'
import { safeName } from '../names.ts'
import { type Descendant, descendants } from '../tree/tree.ts'
import type { RightsCheck } from './kept_rights.ts'

const deflate = promisify(deflateRaw)
const SAMPLE_BYTES = 64 * 1024

/** What an archive is made of, at most. */
export const MAX_ENTRIES = 100_000

/**
 * What a zip of some files and folders holds, as far as the viewer reads it.
 *
 * @throws {AppError} not_possible for too many, or for a file that waits for the virus scan
 */
export async function listForZip(db: Db, viewer: Viewer, ids: number[]): Promise<Descendant[]> {
  const entries = await descendants(db, ids, { viewer, limit: MAX_ENTRIES + 1 })
  if (entries.length > MAX_ENTRIES) {
    throw new AppError('not_possible', `A zip may hold ${MAX_ENTRIES} files and folders.`)
  }
  for (const entry of entries) checkScanned(entry)
  return entries
}

/**
 * Streams a zip. Each file is read when its turn comes, so that memory and open files stay bounded. Archives and
 * entries past 4 GiB are in the zip64 format.
 */
export function zipStream(db: Db, store: ContentStore, entries: Descendant[], options: ZipOptions = {}): Readable {
  const { zip, output } = makeZip()
  addEntries(zip, db, store, entries, options)
    .then(() => zip.end({ forceZip64Format: options.zip64 ?? false, comment: '' }))
    .catch((error) => output.destroy(error))
  return output
}

/** An empty archive and its bytes, which end with its first error. */
export function makeZip(): { zip: ZipFile; output: Readable } {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  // Its reader gets an error that comes before it reads; without a listener the process would end by it.
  output.on('error', () => {})
  return { zip, output }
}

/**
 * Adds a stream that begins when its turn comes, and stops when the archive is not read any more. yazl does not listen to
 * errors of the streams that it is given, and an error without a listener ends the process.
 */
export function addLazily({ zip, output }: ReturnType<typeof makeZip>, path: string, begin: () => Readable): void {
  zip.addReadStreamLazy(path, { compress: true }, (give) => {
    if (output.destroyed) return
    const stream = begin()
    const stop = () => void stream.destroy()
    stream.on('error', (error) => output.destroy(error))
    stream.once('close', () => output.off('close', stop))
    output.once('close', stop)
    give(null, stream)
  })
}

/** Adds files and folders to an archive, one after the other: whether an entry is worth compressing is found out when its turn comes. */
export async function addEntries(
  zip: ZipFile,
  db: Db,
  store: ContentStore,
  entries: Descendant[],
  { zip64 = false, check, onEntry = () => {}, onBytes = () => {} }: ZipOptions,
): Promise<void> {
  const output = zip.outputStream as Readable
  const parents = new Set(entries.map(({ parent_file_id }) => parent_file_id))
  const names = new Set<string>()
  for (const entry of entries) {
    if (output.destroyed) return
    await check?.()
    const path = uniquePath(entry.path.map((name) => safeName(name)).join('/'), names)
    const mtime = new Date(entry.modified_at)
    // Folders with something in them follow from its path.
    if (entry.is_folder) {
      if (!parents.has(entry.id)) zip.addEmptyDirectory(path, { mtime })
      continue
    }
    const content = (await readContents(db, [entry.content_id!])).get(entry.content_id!)
    if (!content) throw new AppError('not_found', 'A file has been deleted in the meantime.')
    const compress = await isCompressible(entry, () => store.chunks(content, 0, SAMPLE_BYTES))
    const stream = Readable.from(counted(store.chunks(content), onBytes), { objectMode: false })
    const stop = () => stream.destroy()
    output.once('close', stop)
    zip.addReadStream(stream, path, { mtime, size: entry.size, compress, forceZip64Format: zip64 })
    await finished(stream)
    output.off('close', stop)
    onEntry()
  }
}

/** Compressing what does not become smaller takes ten times as long as sending it. */
async function isCompressible({ mimetype, size }: Descendant, sample: () => AsyncIterable<Buffer>): Promise<boolean> {
  if (isCompressed(mimetype)) return false
  if (size < 4 * SAMPLE_BYTES) return true
  const bytes = await buffer(sample())
  return (await deflate(bytes, { level: 1 })).length < 0.95 * bytes.length
}

async function* counted(chunks: AsyncIterable<Buffer>, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onBytes(chunk.length)
    yield chunk
  }
}

/** Names that were made safe, or that come from several folders, may be the same. */
function uniquePath(path: string, taken: Set<string>): string {
  let unique = path
  for (let number = 2; taken.has(unique.toLowerCase()); number++)
    unique = path.replace(/(\.[^./]*)?$/, ` (${number})$1`)
  taken.add(unique.toLowerCase())
  return unique
}

/** Compressing these again costs time and saves nothing. */
const isCompressed = (mimetype: string | null) =>
  /^(image\/(png|jpeg|gif|webp|avif|heic)|video\/|audio\/|application\/(zip|gzip|x-7z|x-rar|x-xz|age|pdf|vnd\.openxml))/.test(
    mimetype ?? '',
  )

/** `check` is called before each entry; its error ends the archive. */
export type ZipOptions = { zip64?: boolean; check?: RightsCheck; onEntry?(): void; onBytes?(bytes: number): void }
