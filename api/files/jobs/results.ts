import { sql } from 'kysely'
import type { WrittenContent } from '#db/contents/store.ts'
import type { Trx } from '#db/database.ts'
import { ALL_PRIVATE } from '#db/privacy/evidence.ts'
import type { ApiContext } from '../../context.ts'
import type { Result, Work } from '../../crud/jobs/handler.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { discard, saveContent, saveContents } from '../contents.ts'
import { Reservation } from '../quota.ts'
import { sniff } from '../sniff.ts'
import { checkCount, insertFile, insertFiles, type PlacedFile } from '../tree/changes.ts'
import { findPlace, freeName, freeNames, lockTree, type Place } from '../tree/tree.ts'

/** Writes new files of a job, within the quota: they appear together when the job ends, or not at all. */
export class NewFiles implements Result {
  readonly #work: Pick<Work, 'context' | 'viewer' | 'signal'>
  readonly #reservation: Reservation
  readonly #written: Written[] = []
  readonly #superfluous: WrittenContent[] = []
  readonly #organisation_id: number
  readonly #source_ids: number[]

  private constructor(work: Work, reservation: Reservation, source_ids: number[]) {
    this.#work = work
    this.#source_ids = source_ids
    this.#organisation_id = work.job.organisation_id
    this.#reservation = reservation
  }

  /** @param source_ids the files that they are made of: who may not read those may not read the new ones */
  static async begin(work: Work, owner_user_id: number | null, source_ids: number[]): Promise<NewFiles> {
    const { context, job } = work
    const { organisation_id } = job
    const reservation = await Reservation.begin(context.db, { organisation_id, owner_user_id })
    return new NewFiles(work, reservation, source_ids)
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
    const evidence_copies = await evidenceIn(trx, this.#source_ids)
    let saved: number | null = null
    for (const [parent_file_id, written] of Map.groupBy(this.#written, (one) => one.parent_file_id)) {
      const place = await findPlace(trx, viewer, this.#organisation_id, parent_file_id)
      saved = await this.#insert(trx, place, written, evidence_copies)
    }
    await this.#reservation.release(trx)
    return saved
  }

  /** Inserts files at a place with one statement for all. @returns the id of the last */
  async #insert(trx: Trx, place: Place, written: Written[], evidence_copies: string[] | null): Promise<number> {
    const { context, viewer } = this.#work
    const names = await freeNames(
      trx,
      place,
      written.map(({ name }) => name),
    )
    const contents = written.map(({ content }) => content)
    const saved = await saveContents(trx, place.organisation_id, contents)
    const files: PlacedFile[] = []
    for (const [i, { content, parent_file_id }] of written.entries()) {
      const { size, sha256, head } = content
      if (saved[i]!.is_duplicate) this.#superfluous.push(content)
      files.push({
        name: names[i]!,
        parent_file_id,
        content_id: saved[i]!.id,
        size,
        sha256,
        ...(await sniff(head, names[i]!)),
        uploaded_by_user_id: viewer.user_id,
        uploaded_at: new Date().toISOString(),
        scan_state: context.config.clamd_url ? 'waiting' : 'none',
        evidence_copies,
      })
    }
    return (await insertFiles(trx, place, files)).at(-1)!.id
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

type Written = { content: WrittenContent; name: string; parent_file_id: number | null }

/** Inserts a file at a place, under a free name. */
export async function insertContent(
  trx: Trx,
  { context, viewer }: { context: ApiContext; viewer: Viewer },
  place: Place,
  name: string,
  content: WrittenContent,
  { evidence_copies = null }: { evidence_copies?: string[] | null } = {},
): Promise<{ id: number; is_duplicate: boolean }> {
  const free = await freeName(trx, place, name, { on_conflict: 'rename' })
  const { id: content_id, is_duplicate } = await saveContent(trx, place.organisation_id, content)
  const { size, sha256 } = content
  const { id } = await insertFile(trx, place, {
    name: free,
    content_id,
    size,
    sha256,
    ...(await sniff(content.head, free)),
    uploaded_by_user_id: viewer.user_id,
    uploaded_at: new Date().toISOString(),
    scan_state: context.config.clamd_url ? 'waiting' : 'none',
    evidence_copies,
  })
  return { id, is_duplicate }
}

/**
 * What the files are evidence of, or copies of.
 *
 * @returns as `evidence_copies`; null where there is nothing of it
 */
export async function evidenceIn(trx: Trx, file_ids: number[]): Promise<string[] | null> {
  const { rows } = await sql<{ copy: string }>`
    select e.entity || ':' || e.entity_id as copy from file_evidence e where e.file_id = any(${file_ids}::bigint[])
    union select unnest(f.evidence_copies) from file f where f.id = any(${file_ids}::bigint[])
    limit ${MOST_LISTED + 1}`.execute(trx)
  if (rows.length === 0) return null
  return rows.length > MOST_LISTED ? [ALL_PRIVATE] : rows.map(({ copy }) => copy)
}

const MOST_LISTED = 50

export async function* untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  for await (const item of items) {
    signal.throwIfAborted()
    yield item
  }
}
