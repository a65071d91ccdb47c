import type { WrittenContent } from '#db/contents/store.ts'
import type { Trx } from '#db/database.ts'
import { AppError } from '../../http/errors.ts'
import { checkScanned, discard, readContent } from '../contents.ts'
import { nameKey, numberedName, safeName, splitName } from '../names.ts'
import { limitsOf, Reservation } from '../quota.ts'
import { readable } from '../serve.ts'
import { checkDepth, findPlace, freeName, lockTree, type Place } from '../tree.ts'
import { checkCount, insertFile } from '../tree_changes.ts'
import { type ArchiveEntry, openArchive } from './archive.ts'
import type { JobHandler, Result, Work } from './handler.ts'
import { ownerOf } from './places.ts'
import { evidenceIn, insertContent, untilAborted } from './results.ts'

/** Unpacks a zip into a new folder. Nothing is to be seen of it before all is unpacked and checked. */
export const unzip: JobHandler = {
  kind: 'unzip',
  needs_secret: false,
  limit_s: 600,
  async run(work) {
    const { context, job, viewer, signal, progress } = work
    const { id, parent_file_id } = job.input as UnzipInput
    const { db, contents } = context
    const { organisation_id } = job
    const [file] = await readable(db, viewer, [id])
    if (!file?.content_id) throw new AppError('not_possible', 'A folder cannot be unpacked.')
    checkScanned(file)
    const { entries, read } = await openArchive(contents, await readContent(db, file.content_id))
    const bytes = entries.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
    const { file_bytes_max } = await limitsOf(db, organisation_id)
    const large = entries.find(({ entry }) => entry.uncompressedSize > file_bytes_max)
    if (large) throw new AppError('not_possible', `${large.shown} is larger than a file may be.`)
    progress.total(bytes, entries.length)
    const owner_user_id = await ownerOf(db, viewer, organisation_id, parent_file_id)
    const reservation = await Reservation.begin(db, { organisation_id, owner_user_id }, bytes).catch((error) => {
      throw error instanceof AppError ? new AppError('not_possible', error.message) : error
    })
    const result = new Unpacked(work, { name: file.name, parent_file_id }, reservation)
    try {
      for (const entry of entries) {
        signal.throwIfAborted()
        const written = entry.is_folder
          ? null
          : await contents.write(
              reservation.counted(untilAborted(read(entry), signal), (count) => progress.bytes(count)),
            )
        result.add(entry, written)
        progress.entry()
      }
      return result
    } catch (error) {
      await result.discard()
      await result.release()
      throw error
    }
  },
}

/** The tree of an archive: names are made valid, and numbered where two would be the same. */
class Unpacked implements Result {
  readonly #work: Work
  readonly #archive: { name: string; parent_file_id: number | null }
  readonly #reservation: Reservation
  readonly #top: Folder = makeFolder()
  readonly #written: WrittenContent[] = []
  readonly #superfluous: WrittenContent[] = []
  #count = 1
  #evidence_copies: string[] | null = null

  constructor(work: Work, archive: { name: string; parent_file_id: number | null }, reservation: Reservation) {
    this.#work = work
    this.#archive = archive
    this.#reservation = reservation
  }

  add({ path, is_folder }: ArchiveEntry, content: WrittenContent | null): void {
    if (content) this.#written.push(content)
    let folder = this.#top
    for (const part of is_folder ? path : path.slice(0, -1)) folder = this.#folderIn(folder, part)
    if (is_folder || !content) return
    const name = uniqueName(folder, safeName(path.at(-1)!))
    folder.children.set(nameKey(name), { name, content })
    this.#count++
  }

  async save(trx: Trx): Promise<number | null> {
    const { job, viewer } = this.#work
    const { name, parent_file_id } = this.#archive
    await lockTree(trx, job.organisation_id)
    await checkCount(trx, job.organisation_id, this.#count)
    const place = await findPlace(trx, viewer, job.organisation_id, parent_file_id)
    const free = await freeName(trx, place, safeName(splitName(name).base, 'archive'), { on_conflict: 'rename' })
    this.#evidence_copies = await evidenceIn(trx, [(job.input as UnzipInput).id])
    const id = await this.#insertFolder(trx, place, free, this.#top)
    await this.#reservation.release(trx)
    return id
  }

  async release(): Promise<void> {
    for (const content of this.#superfluous) await discard(this.#work.context, content)
    await this.#reservation.release()
  }

  async discard(): Promise<void> {
    for (const content of this.#written.splice(0)) await discard(this.#work.context, content)
    this.#superfluous.length = 0
  }

  #folderIn(folder: Folder, part: string): Folder {
    const key = `/${part}`
    const known = folder.folders.get(key)
    if (known) return known
    const name = uniqueName(folder, safeName(part, 'folder'))
    const made = makeFolder()
    folder.folders.set(key, made)
    folder.children.set(nameKey(name), { name, folder: made })
    this.#count++
    return made
  }

  async #insertFolder(trx: Trx, place: Place, name: string, { children }: Folder): Promise<number> {
    checkDepth(place.depth + 1)
    const { id } = await insertFile(trx, place, { is_folder: true, name, evidence_copies: this.#evidence_copies })
    const inside = { ...place, parent_file_id: id, depth: place.depth + 1 }
    for (const child of children.values()) {
      if ('folder' in child) {
        await this.#insertFolder(trx, inside, child.name, child.folder)
        continue
      }
      const { is_duplicate } = await insertContent(trx, this.#work, inside, child.name, child.content, {
        is_free: true,
        evidence_copies: this.#evidence_copies,
      })
      if (is_duplicate) this.#superfluous.push(child.content)
    }
    return id
  }
}

/** A name that nothing in the folder has, in any case. */
function uniqueName({ children }: Folder, name: string): string {
  let unique = name
  for (let number = 2; children.has(nameKey(unique)); number++) unique = numberedName(name, number)
  return unique
}

/** `folders` are by their name in the archive: two that differ in case are two folders. */
const makeFolder = (): Folder => ({ children: new Map(), folders: new Map() })

type Folder = {
  children: Map<string, { name: string } & ({ content: WrittenContent } | { folder: Folder })>
  folders: Map<string, Folder>
}
export type UnzipInput = { id: number; parent_file_id: number | null }
