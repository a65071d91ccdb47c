import { sql } from 'kysely'
import { type TSchema, Type } from 'typebox'
import { Id, Nullable } from '#db/tables/columns.ts'
import type { JobKind } from '#db/tables/files/job.ts'
import type { ApiContext } from '../../context.ts'
import * as crud from '../../crud/crud.ts'
import { viewerOf } from '../../crud/routes.ts'
import { answers } from '../../crud/schemas.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import type { TypedApp } from '../../http/typed_app.ts'
import { writesFiles } from '../access.ts'
import { checkScanned, readContent } from '../contents.ts'
import { checkFileName, safeName } from '../names.ts'
import { readable, type Served } from '../serve.ts'
import { decryptWith } from './age.ts'
import { job as resource } from './job.ts'
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

const ZipBody = body({ ids: Ids, name: Type.Optional(Type.String({ maxLength: 255 })), parent_file_id: Folder })
const UnzipBody = body({ id: Id, parent_file_id: Folder })
const EncryptBody = body({ ids: Ids, passphrase: Passphrase, parent_file_id: Folder })
const DecryptBody = body({ id: Id, passphrase: Passphrase, parent_file_id: Folder })

/** Long work on files. Each route answers 202 with a job; its progress comes over the live connection. */
export function addJobs(app: TypedApp, context: ApiContext): void {
  const { db, jobs } = context
  const tags = ['jobs']
  const response = answers({ 202: resource.row })
  // A passphrase costs a second of a processor.
  const config = { rateLimit: { max: 30, timeWindow: 60_000 } }

  /** Queues a job beside its first source. */
  async function queue(viewer: Viewer, request: Request): Promise<{ data: object; message: string }> {
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
    jobs.notify(secret === undefined ? undefined : { id, secret })
    return { data: await crud.read(db, resource, viewer, id), message: 'This is being done.' }
  }

  app.post('/file/zip', {
    config: { open_to: ['lapsed'] },
    schema: { tags, summary: 'Make a zip of files and folders', body: ZipBody, response },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { ids, name, parent_file_id: wanted } = request.body
      const sources = await readableTogether(db, viewer, ids)
      const otherwise = sources.length === 1 ? `${safeName(sources[0]!.name)}.zip` : 'files.zip'
      const input = { ids, name: name === undefined ? otherwise : checkFileName(withZip(name)) }
      return reply.code(202).send(await queue(viewer, { kind: 'zip', sources, wanted, input }))
    },
  })

  app.post('/file/unzip', {
    schema: { tags, summary: 'Unpack a zip into a new folder', body: UnzipBody, response },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id, parent_file_id: wanted } = request.body
      const sources = await readableTogether(db, viewer, [id])
      if (sources[0]!.is_folder) throw new AppError('not_possible', 'A folder cannot be unpacked.')
      return reply.code(202).send(await queue(viewer, { kind: 'unzip', sources, wanted, input: { id } }))
    },
  })

  app.post('/file/encrypt', {
    config,
    schema: { tags, summary: 'Encrypt files by a passphrase, as age files', body: EncryptBody, response },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { ids, passphrase, parent_file_id: wanted } = request.body
      checkPassphrase(passphrase)
      const sources = await readableTogether(db, viewer, ids)
      if (sources.some(({ is_folder }) => is_folder)) {
        throw new AppError('not_possible', 'A folder cannot be encrypted. Please zip it first.')
      }
      const job = await queue(viewer, { kind: 'encrypt', sources, wanted, input: { ids }, secret: passphrase })
      return reply.code(202).send(job)
    },
  })

  app.post('/file/decrypt', {
    config,
    schema: { tags, summary: 'Decrypt an age file by its passphrase', body: DecryptBody, response },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id, passphrase, parent_file_id: wanted } = request.body
      checkPassphrase(passphrase)
      const sources = await readableTogether(db, viewer, [id])
      await checkOpens(context, sources[0]!, passphrase)
      const job = await queue(viewer, { kind: 'decrypt', sources, wanted, input: { id }, secret: passphrase })
      return reply.code(202).send(job)
    },
  })

  app.delete('/job', {
    config: { open_to: ['lapsed'] },
    schema: { tags, summary: 'Cancel a job', body: body({ id: Id }), response: answers({ 261: resource.row }) },
    async handler(request, reply) {
      const viewer = viewerOf(request)
      const { id } = request.body
      await crud.read(db, resource, viewer, id)
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
      const data = await crud.read(db, resource, viewer, id)
      return reply.code(261).send({ data, message: 'The job has been cancelled.' })
    },
  })
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
