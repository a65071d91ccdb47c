import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { ApiContext } from '../../context.ts'
import * as crud from '../../crud/crud.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import type { Attended } from '../../http/jobs.ts'
import { startingWith } from '../../http/stream.ts'
import { job } from '../jobs/job.ts'
import { lease } from '../jobs/lease.ts'
import { publishJob } from '../jobs/worker.ts'
import { type RightsCheck, rightsCheck } from '../serving/kept_rights.ts'
import type { ZipOptions } from '../serving/zip_stream.ts'

/** The answer while an export of the person runs: its job. Null if none does. */
export async function readRunning(db: Db, viewer: Viewer) {
  const running = await findRunning(db, viewer)
  return running && { data: await crud.read(db, job, viewer, running.id), message: RUNNING }
}

/** Same, as the answer of a route. */
export async function answerRunning(db: Db, viewer: Viewer, reply: FastifyReply) {
  const answer = await readRunning(db, viewer)
  if (answer) reply.code(202)
  return answer ?? null
}

/**
 * Streams an export as the answer of a request, as a job that shows its progress and can be cancelled.
 *
 * @param request.organisation_id of the job; without one (a person without a membership) there is no job
 * @param request.begin called once the export has its job
 * @returns the stream, or the answer with the job that runs already
 */
export async function runExport(context: ApiContext, reply: FastifyReply, request: ExportRequest): Promise<unknown> {
  const { viewer, organisation_id, name, entries } = request
  const started = organisation_id === null ? null : await startJob(context, viewer, organisation_id, name)
  // It may have ended by now.
  if (started?.runs) return (await answerRunning(context.db, viewer, reply)) ?? runExport(context, reply, request)
  const attended = started ? context.jobs.attend(started.job) : null
  const { progress } = attended ?? {}
  progress?.total(null, entries)
  if (started) await publishJob(context, started.job.id)
  const check = rightsCheck(context.db, viewer, null)
  let source: Readable
  let first: IteratorResult<unknown>
  let chunks: AsyncGenerator<unknown>
  try {
    const options = { check, onEntry: () => progress?.entry(), onBytes: (count: number) => progress?.bytes(count) }
    source = request.begin(options)
    // Errors before the first bytes can still be answered.
    chunks = source[Symbol.asyncIterator]() as AsyncGenerator<unknown>
    first = await chunks.next()
  } catch (error) {
    await attended?.fail(error)
    throw error
  }
  attended?.signal.addEventListener('abort', () => source.destroy(new Error('The export was stopped.')))
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) source.destroy(new Error('The client has disconnected.'))
  })
  reply.type(request.type).header('content-disposition', `attachment; filename="${name}"`)
  return Readable.from(endedWith(checked(startingWith(first, chunks), check), attended, reply), { objectMode: false })
}

/** Rows are checked with, too: a list may be long. */
async function* checked(chunks: AsyncIterable<unknown>, check: RightsCheck) {
  for await (const chunk of chunks) {
    await check()
    yield chunk
  }
}

/** The job has ended before the last bytes are sent, so that the next export can begin. */
async function* endedWith(chunks: AsyncGenerator<unknown>, attended: Attended | null, reply: FastifyReply) {
  let done = false
  try {
    yield* chunks
    done = true
    await attended?.succeed()
  } catch (error) {
    done = true
    await (reply.raw.destroyed && !attended?.signal.aborted ? attended?.abandon() : attended?.fail(error))
    throw error
  } finally {
    if (!done) await attended?.abandon()
  }
}

/** Finds the running export of the person, or begins one; one at a time. */
async function startJob(context: ApiContext, viewer: Viewer, organisation_id: number, name: string) {
  return transact(context, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`jobs ${viewer.user_id}`}, 0))`.execute(trx)
    const job_running = await findRunning(trx, viewer)
    if (job_running) return { job: job_running, runs: true }
    const job = await trx
      .insertInto('job')
      .values({
        organisation_id,
        user_id: viewer.user_id,
        kind: 'export',
        state: 'running',
        attempts: 1,
        input: sql`${JSON.stringify({ name })}::jsonb` as never,
        leased_until: lease.until,
        started_at: sql<string>`now()`,
      })
      .returning(columns)
      .executeTakeFirstOrThrow()
    return { job, runs: false }
  })
}

/** An export whose process was killed runs until its lease ends. */
function findRunning(db: Db, { user_id }: Viewer) {
  return db
    .selectFrom('job')
    .select(columns)
    .where('user_id', '=', user_id)
    .where('kind', '=', 'export')
    .where('state', '=', 'running')
    .where('leased_until', '>', sql<string>`now()`)
    .executeTakeFirst()
}

const RUNNING = 'An export is running already. Please wait for it, or cancel it.'
const columns = ['id', 'organisation_id', 'user_id', 'kind', 'input', 'attempts'] as const

type ExportRequest = {
  viewer: Viewer
  organisation_id: number | null
  /** The name of the file. */
  name: string
  /** Its media type. */
  type: string
  /** How many lists and files it has. */
  entries: number
  begin(options: ZipOptions): Readable
}
