import { sql } from 'kysely'
import { type TSchema, Type } from 'typebox'
import { Id, Nullable } from '#db/tables/columns.ts'
import type { JobKind } from '#db/tables/files/job.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import * as crud from '../../crud/crud.ts'
import { IdQuery } from '../../crud/resource.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { writesFiles } from '../access.ts'
import { checkScanned, readContent } from '../contents.ts'
import { checkFileName, safeName } from '../names.ts'
import { readable, type Served } from '../serving/serve.ts'
import { decryptWith } from './age.ts'
import { job } from './job.ts'
import { lease } from './lease.ts'
import { resultFolder } from './places.ts'
import { publishJob } from './worker.ts'

/** Jobs of a person that have not ended, at most. */
const OPEN_MAX = 20

const Ids = Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true })
const Folder = Type.Optional({
  ...Nullable(Id),
  description: 'Where the result goes; without it beside the source',
} as ReturnType<typeof Nullable<typeof Id>>)
const Passphrase = Type.String({ maxLength: 1000, description: 'At least 10 characters' })
const body = <T extends Record<string, TSchema>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })

const tags = ['jobs']
const begun = { method: 'POST', tags, answer: job.row, status: 202, message: 'This is being done.' } as const
// A passphrase costs a second of a processor.
const slow = { rateLimit: { max: 30, timeWindow: 60_000 } }

/** Long work on files. Each answers with a job; its progress comes over the live connection. */
export const zipFiles = defineAction({
  ...begun,
  path: 'file/zip',
  summary: 'Make a zip of files and folders',
  body: body({ ids: Ids, name: Type.Optional(Type.String({ maxLength: 255 })), parent_file_id: Folder }),
  config: { open_to: ['lapsed'] },
  async run({ context, viewer, body: { ids, name, parent_file_id: wanted } }) {
    const sources = await readableTogether(context.db, viewer, ids)
    const otherwise = sources.length === 1 ? `${safeName(sources[0]!.name)}.zip` : 'files.zip'
    const input = { ids, name: name === undefined ? otherwise : checkFileName(withZip(name)) }
    return queue(context, viewer, { kind: 'zip', sources, wanted, input })
  },
})

export const unzipFile = defineAction({
  ...begun,
  path: 'file/unzip',
  summary: 'Unpack a zip into a new folder',
  body: body({ id: Id, parent_file_id: Folder }),
  async run({ context, viewer, body: { id, parent_file_id: wanted } }) {
    const sources = await readableTogether(context.db, viewer, [id])
    if (sources[0]!.is_folder) throw new AppError('not_possible', 'A folder cannot be unpacked.')
    return queue(context, viewer, { kind: 'unzip', sources, wanted, input: { id } })
  },
})

export const encryptFiles = defineAction({
  ...begun,
  path: 'file/encrypt',
  summary: 'Encrypt files by a passphrase, as age files',
  body: body({ ids: Ids, passphrase: Passphrase, parent_file_id: Folder }),
  config: slow,
  async run({ context, viewer, body: { ids, passphrase, parent_file_id: wanted } }) {
    checkPassphrase(passphrase)
    const sources = await readableTogether(context.db, viewer, ids)
    if (sources.some(({ is_folder }) => is_folder)) {
      throw new AppError('not_possible', 'A folder cannot be encrypted. Please zip it first.')
    }
    return queue(context, viewer, { kind: 'encrypt', sources, wanted, input: { ids }, secret: passphrase })
  },
})

export const decryptFile = defineAction({
  ...begun,
  path: 'file/decrypt',
  summary: 'Decrypt an age file by its passphrase',
  body: body({ id: Id, passphrase: Passphrase, parent_file_id: Folder }),
  config: slow,
  async run({ context, viewer, body: { id, passphrase, parent_file_id: wanted } }) {
    checkPassphrase(passphrase)
    const sources = await readableTogether(context.db, viewer, [id])
    await checkOpens(context, sources[0]!, passphrase)
    return queue(context, viewer, { kind: 'decrypt', sources, wanted, input: { id }, secret: passphrase })
  },
})

export const cancelJob = defineAction({
  method: 'DELETE',
  path: 'job',
  tags,
  summary: 'Cancel a job',
  body: IdQuery,
  answer: job.row,
  status: 261,
  message: 'The job has been cancelled.',
  config: { open_to: ['lapsed'] },
  async run({ context, viewer, body: { id } }) {
    const { db, jobs } = context
    await crud.read(db, job, viewer, id)
    const cancelled = await db
      .updateTable('job')
      .set({ state: 'cancelled', leased_until: null, ended_at: sql<string>`now()` })
      .where('id', '=', id)
      .where('state', 'in', ['queued', 'running'])
      .returning('id')
      .executeTakeFirst()
    if (!cancelled) throw new AppError('not_possible', 'This job has ended already.')
    jobs.cancel(id)
    await publishJob(context, id)
    return crud.read(db, job, viewer, id)
  },
})

/** Queues a job beside its first source. */
async function queue(context: ApiContext, viewer: Viewer, request: Request) {
  const { kind, sources, wanted, secret, input } = request
  const [first] = sources
  const { id } = await transact(context, async (trx) => {
    await checkOpen(trx, viewer)
    const source = await trx
      .selectFrom('file')
      .select(['organisation_id', 'parent_file_id'])
      .select(sql<boolean>`${writesFiles(viewer)}`.as('is_writable'))
      .where('id', '=', first!.id)
      .executeTakeFirstOrThrow()
    const parent_file_id = await resultFolder(trx, viewer, source, wanted)
    return trx
      .insertInto('job')
      .values({
        organisation_id: source.organisation_id,
        user_id: viewer.user_id,
        kind,
        input:
          sql`${JSON.stringify({ ...input, parent_file_id, opens_private: viewer.opens_private })}::jsonb` as never,
        // A job with a passphrase is this process's.
        leased_until: secret === undefined ? null : lease.until,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  context.jobs.notify(secret === undefined ? undefined : { id, secret })
  return crud.read(context.db, job, viewer, id)
}

/** Readable files of one organisation. */
async function readableTogether(db: ApiContext['db'], viewer: Viewer, ids: number[]): Promise<Served[]> {
  const sources = await readable(db, viewer, ids)
  if (sources.some(({ organisation_id }) => organisation_id !== sources[0]!.organisation_id)) {
    throw wrong('ids', 'are of several organisations.')
  }
  for (const source of sources) checkScanned(source)
  return sources
}

async function checkOpen(trx: ApiContext['db'], { user_id }: Viewer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`jobs ${user_id}`}, 0))`.execute(trx)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from job
    where user_id = ${user_id} and state in ('queued', 'running')`.execute(trx)
  if (rows[0]!.count >= OPEN_MAX) {
    throw new AppError('not_possible', `You have ${OPEN_MAX} jobs that have not ended. Please wait for one.`)
  }
}

function checkPassphrase(passphrase: string): void {
  if (passphrase.length < 10) {
    throw new AppError('password_too_short', 'The passphrase needs 10 characters.', 'passphrase')
  }
}

/** Tries the passphrase on the file's header, so that a wrong one is answered at once. */
async function checkOpens(
  { db, contents }: ApiContext,
  { content_id, is_folder }: Served,
  passphrase: string,
): Promise<void> {
  if (is_folder || content_id === null) throw new AppError('not_possible', 'A folder is not encrypted.')
  const plain = await decryptWith(passphrase, contents.chunks(await readContent(db, content_id)))
  await plain[Symbol.asyncIterator]().return?.()
}

const withZip = (name: string) => (/\.zip$/i.test(name) ? name : `${name}.zip`)

type Request = { kind: JobKind; sources: Served[]; wanted: number | null | undefined; input: object; secret?: string }
