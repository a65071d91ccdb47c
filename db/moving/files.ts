import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Backend } from '../contents/backend.ts'
import { DamagedContent, open } from '../contents/frames.ts'
import type { ContentStore } from '../contents/store.ts'
import { BlockHasher } from '../history/digests/blocks.ts'
import type { HistoryStore } from '../history/store.ts'
import { type Database, EventArchive, EventArchiveUnused, FileContent } from '../tables/index.ts'
import type { Entry } from '../tar/digests.ts'
import type { Progress } from './export.ts'
import { MoveError } from './format.ts'
import { stage } from './plan.ts'

/** The contents of files and the files of closed days of an import: written under new keys, as its rows describe them. */
export class ImportedFiles {
  readonly #db: Kysely<Database>
  readonly #target: FilesTarget
  /** Keys here by those of the file. */
  readonly #contents = new Map<string, string>()
  readonly #days = new Map<string, string>()
  readonly #staged = new Map<string, number>()

  constructor(db: Kysely<Database>, target: FilesTarget) {
    this.#db = db
    this.#target = target
  }

  get contents(): number {
    return this.#contents.size
  }

  get days(): number {
    return this.#days.size
  }

  /** Stores a content as it is at rest, with its key wrapped by this ring, and checks that it is what its row says. */
  async takeContent(key: string, entry: Entry): Promise<void> {
    const { contents } = this.#target
    const of = await this.#prepare(FileContent)
    const { rows } = await sql<{ id: string; sha256: string; size: number; wrapped_key: string }>`
      select id, sha256, size::float8 as size, wrapped_key from ${stage(FileContent)} where backend_key = ${key}`.execute(
      this.#db,
    )
    const [content] = rows
    const bytes = Buffer.from(content?.wrapped_key ?? '', 'base64')
    if (!content || rows.length > 1 || bytes.length !== 32 || this.#contents.has(key)) {
      throw new MoveError(`The file has a content ${key.slice(0, 100)} that it does not describe.`)
    }
    const writing = await contents.backend.create()
    try {
      const sha256 = createHash('sha256')
      const passed = async function* () {
        for await (const chunk of entry) {
          await writing.write([chunk])
          yield chunk
        }
      }
      const { size } = content
      for await (const plain of open(passed(), bytes, { start: 0, end: size, size })) sha256.update(plain)
      if (sha256.digest('hex') !== content.sha256) throw new DamagedContent()
      this.#contents.set(key, await writing.finish())
    } catch (error) {
      await writing.abort().catch(() => {})
      throw error
    }
    const wrapped = contents.keys.wrap(bytes)
    await sql`update ${stage(FileContent)} set backend = ${contents.backend.name},
      backend_key = ${this.#contents.get(key)!}, key_id = ${wrapped.key_id}, wrapped_key = ${wrapped.wrapped_key}
      where id = ${content.id}`.execute(this.#db)
    this.#target.on_progress({ contents: this.#contents.size, of })
  }

  /** Stores a file of a closed day under a key of this installation, and checks that it is what its row says. */
  async takeDay(key: string, entry: Entry): Promise<void> {
    const { history, organisation_id } = this.#target
    const of = await this.#prepare(EventArchive)
    const { rows } = await sql<{ day: string; bytes: number; block_digests: string | null }>`
      select day::text as day, bytes::float8 as bytes, block_digests from ${stage(EventArchive)} where backend_key = ${key}`.execute(
      this.#db,
    )
    const [part] = rows
    if (!part || rows.length > 1 || this.#days.has(key)) {
      throw new MoveError(`The file has a day ${key.slice(0, 100)} that it does not describe.`)
    }
    const writing = await history.backend.create(history.newKey({ organisation_id, day: part.day }))
    let backend_key: string
    let block_digests: string
    const sha256 = createHash('sha256')
    try {
      let bytes = 0
      const hasher = new BlockHasher()
      for await (const chunk of entry) {
        bytes += chunk.length
        hasher.update(chunk)
        sha256.update(chunk)
        await writing.write([chunk])
      }
      if (bytes !== part.bytes) throw new MoveError(`The file of ${part.day} is not of the size that its row says.`)
      block_digests = hasher.finish()
      // A release without digests has exported none.
      if (block_digests !== (part.block_digests ?? block_digests)) {
        throw new MoveError(`The file has a day that is damaged (${part.day}).`)
      }
      backend_key = await writing.finish()
    } catch (error) {
      await writing.abort().catch(() => {})
      throw error
    }
    this.#days.set(key, backend_key)
    const { name: backend } = history.backend
    // Until a row names it, it is one that is removed after a day, not after an hour as unknown files are.
    await sql`insert into ${EventArchiveUnused.ref} (backend_key, backend, unused_at)
      values (${backend_key}, ${backend}, now())`.execute(this.#db)
    await history.open({ organisation_id, ...part, backend, backend_key, loadDigests: async () => block_digests })
    await sql`update ${stage(EventArchive)} set backend = ${backend}, backend_key = ${backend_key},
      block_digests = ${block_digests}, sha256 = ${sha256.digest('hex')}, cells = null
      where backend_key = ${key}`.execute(this.#db)
    this.#target.on_progress({ days: this.#days.size, of })
  }

  /** In the transaction that writes the rows, which name the files from then on. */
  async keep(trx: Kysely<Database>): Promise<void> {
    for (const key of this.#days.values()) {
      await sql`delete from ${EventArchiveUnused.ref} where backend_key = ${key}`.execute(trx)
    }
  }

  /** After a failure. What a killed process leaves is removed as files that no row names. */
  async removeAll(): Promise<void> {
    const { contents, history } = this.#target
    await removeFrom(contents.backend, this.#contents)
    await removeFrom(history.backend, this.#days)
  }

  /** Indexes the staged rows by their keys, once they are all there. @returns how many there are */
  async #prepare(table: { name: string }): Promise<number> {
    const known = this.#staged.get(table.name)
    if (known !== undefined) return known
    await sql`create index on ${stage(table)} (backend_key)`.execute(this.#db)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${stage(table)}`.execute(this.#db)
    this.#staged.set(table.name, rows[0]!.count)
    return rows[0]!.count
  }
}

async function removeFrom(backend: Backend, written: Map<string, string>): Promise<void> {
  for (const key of written.values()) await backend.remove(key).catch(() => {})
}

type FilesTarget = {
  contents: ContentStore
  history: HistoryStore
  organisation_id: number
  on_progress(progress: Progress): void
}
