import type { WrittenContent } from '#db/contents/store.ts'
import type { Trx } from '#db/database.ts'
import type { ApiContext } from '../../context.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { discard, saveContent } from '../contents.ts'
import { Reservation } from '../quota.ts'
import { sniff } from '../sniff.ts'
import { findPlace, freeName, lockTree, type Place } from '../tree.ts'
import { checkCount, insertFile } from '../tree_changes.ts'
import type { Result, Work } from './handler.ts'

/** Writes new files of a job, within the quota: they appear together when the job ends, or not at all. */
export class NewFiles implements Result {
  readonly #work: Pick<Work, 'context' | 'viewer' | 'signal'>
  readonly #reservation: Reservation
  readonly #written: { content: WrittenContent; name: string; parent_file_id: number | null }[] = []
  readonly #superfluous: WrittenContent[] = []
  readonly #organisation_id: number

  private constructor(work: Work, reservation: Reservation) {
    this.#work = work
    this.#organisation_id = work.job.organisation_id
    this.#reservation = reservation
  }

  static async begin(work: Work, owner_user_id: number | null, expected = 0): Promise<NewFiles> {
    const { context, job } = work
    const { organisation_id } = job
    return new NewFiles(work, await Reservation.begin(context.db, { organisation_id, owner_user_id }, expected))
  }

  /** Stores the bytes of a file. */
  async write(parent_file_id: number | null, name: string, chunks: AsyncIterable<Buffer>): Promise<void> {
    const { context, signal } = this.#work
    const content = await context.contents.write(this.#reservation.counted(untilAborted(chunks, signal)))
    this.#written.push({ content, name, parent_file_id })
  }

  async save(trx: Trx): Promise<number | null> {
    const { viewer } = this.#work
    await lockTree(trx, this.#organisation_id)
    await checkCount(trx, this.#organisation_id, this.#written.length)
    let saved: number | null = null
    for (const { content, name, parent_file_id } of this.#written) {
      const place = await findPlace(trx, viewer, this.#organisation_id, parent_file_id)
      const { id, is_duplicate } = await insertContent(trx, this.#work, place, name, content)
      if (is_duplicate) this.#superfluous.push(content)
      saved = id
    }
    await this.#reservation.release(trx)
    return saved
  }

  async release(): Promise<void> {
    // Only after the commit: the row of the earlier bytes may have gone with a rollback.
    for (const content of this.#superfluous) await discard(this.#work.context, content)
    await this.#reservation.release()
  }

  async discard(): Promise<void> {
    for (const { content } of this.#written.splice(0)) await discard(this.#work.context, content)
    this.#superfluous.length = 0
  }
}

/** Inserts a file at a place, under a free name. */
export async function insertContent(
  trx: Trx,
  { context, viewer }: { context: ApiContext; viewer: Viewer },
  place: Place,
  name: string,
  content: WrittenContent,
  { is_free = false } = {},
): Promise<{ id: number; is_duplicate: boolean }> {
  const free = is_free ? name : await freeName(trx, place, name, { on_conflict: 'rename' })
  const { id: content_id, is_duplicate } = await saveContent(trx, place.organisation_id, content)
  const { size, sha256 } = content
  const { id } = await insertFile(trx, place, {
    ...{ name: free, content_id, size, sha256, ...(await sniff(content.head, free)) },
    ...{ uploaded_by_user_id: viewer.user_id, uploaded_at: new Date().toISOString() },
    scan_state: context.config.clamd_url ? 'waiting' : 'none',
  })
  return { id, is_duplicate }
}

export async function* untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  for await (const item of items) {
    signal.throwIfAborted()
    yield item
  }
}
