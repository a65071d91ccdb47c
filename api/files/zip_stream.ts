import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ContentStore } from '#db/contents/store.ts'
import type { Db } from '#db/database.ts'
import { AppError } from '../http/errors.ts'
import { checkScanned, readContents } from './contents.ts'
import { safeName } from './names.ts'
import { type Descendant, descendants } from './tree.ts'

/** What an archive is made of, at most. */
export const MAX_ENTRIES = 100_000

/**
 * What a zip of some files and folders holds.
 *
 * @throws {AppError} not_possible for too many, or for a file that waits for the virus scan
 */
export async function listForZip(db: Db, ids: number[]): Promise<Descendant[]> {
  const entries = await descendants(db, ids, { limit: MAX_ENTRIES + 1 })
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
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  addEntries(zip, db, store, entries, options)
  zip.end({ forceZip64Format: options.zip64 ?? false, comment: '' })
  return output
}

/** Adds files and folders to an archive. */
export function addEntries(
  zip: ZipFile,
  db: Db,
  store: ContentStore,
  entries: Descendant[],
  options: ZipOptions,
): void {
  const { zip64 = false, onEntry = () => {}, onBytes = () => {} } = options
  const output = zip.outputStream as Readable
  const parents = new Set(entries.map(({ parent_file_id }) => parent_file_id))
  const names = new Set<string>()
  for (const entry of entries) {
    const path = uniquePath(entry.path.map((name) => safeName(name)).join('/'), names)
    const mtime = new Date(entry.modified_at)
    // Folders with something in them follow from its path.
    if (entry.is_folder) {
      if (!parents.has(entry.id)) zip.addEmptyDirectory(path, { mtime })
      continue
    }
    const how = { mtime, size: entry.size, compress: !isCompressed(entry.mimetype), forceZip64Format: zip64 }
    zip.addReadStreamLazy(path, how, (give) => {
      open(db, store, entry, onBytes).then(
        (stream) => {
          stream.once('end', onEntry)
          give(null, stream)
        },
        (error) => {
          give(error, undefined as never)
          output.destroy(error)
        },
      )
    })
  }
}

async function open(db: Db, store: ContentStore, { content_id }: Descendant, onBytes: (bytes: number) => void) {
  const content = (await readContents(db, [content_id!])).get(content_id!)
  if (!content) throw new AppError('not_found', 'A file has been deleted in the meantime.')
  return Readable.from(counted(store.chunks(content), onBytes), { objectMode: false })
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

export type ZipOptions = { zip64?: boolean; onEntry?(): void; onBytes?(bytes: number): void }
