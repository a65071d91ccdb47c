import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { StoredContent } from '#db/contents/store.ts'
import type { ApiContext } from '../../context.ts'
import { transact } from '../../crud/transact.ts'
import { discard, saveContent } from '../contents.ts'

/**
 * The bytes of a document that is made once and kept among the contents, until what it shows changes. They go with the
 * invoice, the plan or the organisation whose document it is.
 *
 * @param shows all that the bytes depend on, as JSON
 */
export async function keptDocument(context: ApiContext, of: Owner, shows: unknown, make: () => Promise<Buffer>) {
  const input_sha256 = hash('sha256', JSON.stringify(shows))
  const kept = await readKept(context, of, input_sha256)
  if (kept) return kept
  const key = `${input_sha256} ${JSON.stringify(of)}`
  // Requests for the same document wait for one.
  const running = making.get(key)
  if (running) return running
  const made = makeAndKeep(context, of, input_sha256, make)
  making.set(key, made)
  try {
    return await made
  } finally {
    making.delete(key)
  }
}

const making = new Map<string, Promise<Buffer>>()

async function makeAndKeep(context: ApiContext, of: Owner, input_sha256: string, make: () => Promise<Buffer>) {
  const bytes = await make()
  // It is made again next time.
  await keep(context, of, input_sha256, bytes).catch((error) =>
    context.log.warn({ err: error, ...of }, 'a document could not be kept'),
  )
  return bytes
}

async function readKept({ db, contents, log }: ApiContext, of: Owner, input_sha256: string): Promise<Buffer | null> {
  const content = (await db
    .selectFrom('kept_document as k')
    .innerJoin('file_content as c', 'c.id', 'k.content_id')
    .select(['c.size', 'c.key_id', 'c.wrapped_key', 'c.backend', 'c.backend_key'])
    .where(`k.${ownerOf(of).column}`, '=', ownerOf(of).id)
    .where('k.input_sha256', '=', input_sha256)
    .executeTakeFirst()) as StoredContent | undefined
  if (!content) return null
  try {
    const parts: Buffer[] = []
    for await (const part of contents.read(content)) parts.push(part as Buffer)
    return Buffer.concat(parts)
  } catch (error) {
    log.warn({ err: error, ...of }, 'a kept document cannot be read, and is made again')
    return null
  }
}

async function keep(context: ApiContext, of: Owner, input_sha256: string, bytes: Buffer): Promise<void> {
  const written = await context.contents.write(Readable.from([bytes]))
  let superfluous = true
  try {
    superfluous = await transact(context, async (trx) => {
      const { id: content_id, is_duplicate } = await saveContent(trx, of.organisation_id, written)
      await trx
        .insertInto('kept_document')
        .values({ ...of, input_sha256, content_id })
        .onConflict((on) =>
          on.column(ownerOf(of).column).doUpdateSet({ input_sha256, content_id, created_at: sql<string>`now()` }),
        )
        .execute()
      return is_duplicate
    })
  } finally {
    if (superfluous) await discard(context, written)
  }
}

const ownerOf = (of: Owner) =>
  'invoice_id' in of
    ? { column: 'invoice_id' as const, id: of.invoice_id }
    : { column: 'devplan_id' as const, id: of.devplan_id }

type Owner = { organisation_id: number } & ({ invoice_id: number } | { devplan_id: number })
