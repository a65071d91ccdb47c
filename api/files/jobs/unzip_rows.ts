import { sql } from 'kysely'
import { SMALL, type WrittenContent } from '#db/contents/store.ts'
import type { Trx } from '#db/database.ts'
import { Pace } from '#db/pace.ts'
import type { Result, Work } from '../../crud/jobs/handler.ts'
import { AppError } from '../../http/errors.ts'
import { discard, saveContents } from '../contents.ts'
import { nameKey, safeName, splitName } from '../names.ts'
import type { Reservation } from '../quota.ts'
import { sniff } from '../sniff.ts'
import { checkCount, insertFiles, type PlacedFile } from '../tree/changes.ts'
import { checkDepth, findPlace, freeName, lockTree, type Place } from '../tree/tree.ts'
import { forgetContents, removeMade } from './leftovers.ts'
import { evidenceIn, untilAborted } from './results.ts'
import type { PlannedFile, PlannedFolder } from './unzip_plan.ts'

/**
 * The rows of an unpacked archive. They belong to the job, and its folder is as if deleted, until the transaction that
 * ends the job gives it its name.
 */
export class UnpackedFolder implements Result {
  readonly #work: Work
  readonly #archive: { name: string; parent_file_id: number | null }
  readonly #reservation: Reservation
  readonly #pace = new Pace()
  readonly #ids = new Map<PlannedFolder | null, number>()
  /** Contents that this job has stored first: they go with it if it fails. */
  readonly #stored: number[] = []
  #small: { file: PlannedFile; plain: Buffer }[] = []
  #small_bytes = 0
  #place: Place | null = null
  #top: number | null = null
  /** Of what the archive is evidence, and so all that was in it. */
  #evidence_copies: string[] | null = null

  constructor(work: Work, archive: { name: string; parent_file_id: number | null }, reservation: Reservation) {
    this.#work = work
    this.#archive = archive
    this.#reservation = reservation
  }

  /** Inserts the folders. */
  async begin(levels: PlannedFolder[][], files: number): Promise<void> {
    const { db } = this.#work.context
    const { job } = this.#work
    const { parent_file_id } = this.#archive
    const count = 1 + files + levels.reduce((sum, { length }) => sum + length, 0)
    this.#top = await db.transaction().execute(async (trx) => {
      await checkCount(trx, job.organisation_id, count)
      const place = await this.#findPlace(trx)
      checkDepth(place.depth + 1 + levels.length)
      this.#place = place
      this.#evidence_copies = await this.#evidence(trx)
      const { id } = await trx
        .insertInto('file')
        .values({
          organisation_id: job.organisation_id,
          owner_user_id: place.owner_user_id,
          parent_file_id,
          is_folder: true,
          name: '-',
          name_key: '-',
          job_id: job.id,
          deleted_at: sql<string>`now()`,
          evidence_copies: this.#evidence_copies,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    })
    for (const level of levels) {
      for (let at = 0; at < level.length; ) {
        const inserted = await this.#insert((rows) =>
          level
            .slice(at, at + rows)
            .map(({ name, parent }) => ({
              name,
              parent_file_id: this.#idOf(parent),
              job_id: job.id,
              is_folder: true,
              evidence_copies: this.#evidence_copies,
            })),
        )
        for (const { id } of inserted) this.#ids.set(level[at++]!, id)
      }
    }
  }

  /** Adds a file that is stored with others. */
  async addSmall(file: PlannedFile, plain: Buffer): Promise<void> {
    await this.#reservation.cover(0)
    this.#small.push({ file, plain })
    this.#small_bytes += plain.length
    this.#work.progress.bytes(plain.length)
    if (this.#small.length >= BATCH_FILES || this.#small_bytes >= BATCH_BYTES) await this.flush()
  }

  async addLarge(file: PlannedFile, chunks: AsyncIterable<Buffer>): Promise<void> {
    const { context, signal, progress } = this.#work
    const counted = this.#reservation.counted(untilAborted(chunks, signal), (count) => progress.bytes(count))
    const content = await context.contents.write(counted)
    await this.#save([{ file, content }])
  }

  /** Inserts the buffered rows. */
  async flush(): Promise<void> {
    const added = this.#small.splice(0)
    this.#small_bytes = 0
    if (added.length === 0) return
    const contents = await this.#work.context.contents.writeMany(added.map(({ plain }) => plain))
    await this.#save(added.map(({ file }, i) => ({ file, content: contents[i]! })))
  }

  async save(trx: Trx): Promise<number | null> {
    const { job } = this.#work
    await lockTree(trx, job.organisation_id)
    const place = await this.#findPlace(trx)
    if (place.owner_user_id !== this.#place!.owner_user_id) {
      throw new AppError('not_possible', 'The folder has another owner now. Please start again.')
    }
    if (JSON.stringify(await this.#evidence(trx)) !== JSON.stringify(this.#evidence_copies)) {
      throw new AppError('not_possible', 'Who may read the archive has changed. Please start again.')
    }
    checkDepth(place.depth + 1)
    const name = await freeName(trx, place, safeName(splitName(this.#archive.name).base, 'archive'), {
      on_conflict: 'rename',
    })
    await trx
      .updateTable('file')
      .set({ name, name_key: nameKey(name), deleted_at: null })
      .where('id', '=', this.#top)
      .execute()
    await this.#reservation.release(trx)
    return this.#top
  }

  async release(): Promise<void> {
    await this.#reservation.release()
  }

  async discard(): Promise<void> {
    const { context, job } = this.#work
    await removeMade(context.db, [job.id])
    await forgetContents(context, this.#stored.splice(0))
  }

  async #save(files: { file: PlannedFile; content: WrittenContent }[]): Promise<void> {
    const { context, job, viewer, progress } = this.#work
    const scan_state = context.config.clamd_url ? ('waiting' as const) : ('none' as const)
    const uploaded = { uploaded_by_user_id: viewer.user_id, uploaded_at: new Date().toISOString() }
    const sniffed: Awaited<ReturnType<typeof sniff>>[] = []
    for (const { file, content } of files) sniffed.push(await sniff(content.head, file.name))
    for (let at = 0; at < files.length; ) {
      const part = await this.#pace
        .part(
          (work) => context.db.transaction().execute(work),
          async (trx, rows) => {
            const some = files.slice(at, at + rows)
            const saved = await saveContents(
              trx,
              job.organisation_id,
              some.map(({ content }) => content),
            )
            const placed = some.map(
              ({ file, content: { size, sha256 } }, i): PlacedFile => ({
                name: file.name,
                parent_file_id: this.#idOf(file.folder),
                job_id: job.id,
                scan_state,
                ...uploaded,
                evidence_copies: this.#evidence_copies,
                content_id: saved[i]!.id,
                size,
                sha256,
                ...sniffed[at + i]!,
              }),
            )
            await insertFiles(trx, this.#place!, placed)
            await this.#reservation.spend(
              trx,
              some.reduce((sum, { content }) => sum + content.size, 0),
            )
            return { some, saved }
          },
        )
        .catch(async (error) => {
          for (const { content } of files.slice(at)) await discard(context, content)
          throw error
        })
      at += part.some.length
      for (const [i, { id, is_duplicate }] of part.saved.entries()) {
        progress.entry()
        // Only after the commit: the row of the earlier bytes may have gone with a rollback.
        if (is_duplicate) await discard(context, part.some[i]!.content)
        else this.#stored.push(id)
      }
    }
  }

  #insert(rowsOf: (rows: number) => PlacedFile[]): Promise<{ id: number }[]> {
    return this.#pace.part(
      (work) => this.#work.context.db.transaction().execute(work),
      (trx, rows) => insertFiles(trx, this.#place!, rowsOf(rows)),
    )
  }

  async #evidence(trx: Trx): Promise<string[] | null> {
    const found = await evidenceIn(trx, [(this.#work.job.input as { id: number }).id])
    return found?.sort() ?? null
  }

  #findPlace(trx: Trx): Promise<Place> {
    return findPlace(trx, this.#work.viewer, this.#work.job.organisation_id, this.#archive.parent_file_id)
  }

  #idOf(folder: PlannedFolder | null): number {
    return folder?.parent === null || folder === null ? this.#top! : this.#ids.get(folder)!
  }
}

/** Stored together: they are in memory until then. */
const BATCH_FILES = 500
const BATCH_BYTES = 64 * SMALL
