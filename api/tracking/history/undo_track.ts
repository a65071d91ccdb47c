import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { inBackground } from '#db/embedded/session_queue.ts'
import { noteChanges } from '#db/history/changes/notes.ts'
import { fromMicros } from '#db/history/hot_rows.ts'
import { historyOf } from '#db/history/of.ts'
import { listParts, micros } from '#db/history/parts.ts'
import { readEvents } from '#db/history/read.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { IdQuery } from '../../crud/resource.ts'
import { limitFiles } from '../../crud/tiers/limits.ts'
import { afterCommit, transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { checkServed } from '../../http/backends.ts'
import { AppError } from '../../http/errors.ts'
import { lockedUntil } from './import_track.ts'
import { lastCandidates, lockState, setLastEvent } from './last_event.ts'
import { trackimport } from './trackimport.ts'

const MOST_POINTS = 2000

/** Removes the points of an imported track, some at a time: a client asks until none is left. */
export const undoTrack = defineAction({
  method: 'POST',
  path: 'trackimport/undo',
  tags: ['trackimports'],
  summary: `Remove up to ${MOST_POINTS} points of an imported track`,
  description:
    'The newest position of the tracker is set again, and the import goes, with its last points. Trips and days are ' +
    'found again. Ask again while `left` is true. Nothing is removed where some of it is of a time whose records are locked.',
  body: IdQuery,
  answer: Type.Object({ removed: Type.Integer(), left: Type.Boolean() }),
  status: 200,
  attempts: ['track_import'],
  run: ({ context, viewer, body }) => inBackground(() => undoPart(context, viewer, body.id)),
})

async function undoPart(context: ApiContext, viewer: Viewer, id: number) {
  const { db } = context
  const shown = await read(db, trackimport, viewer, id)
  await checkServed(db, shown.organisation_id)
  if (Date.parse(shown.first_fix_at) < (await lockedUntil(db, shown.organisation_id))) throw new AppError('archived')
  const row = await db.selectFrom('track_import').select('digest').where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  const of = { ...shown, digest: row.digest }
  const hot = await hotTimes(db, of)
  const closed = hot.length < MOST_POINTS ? await closedTimes(db, of, MOST_POINTS - hot.length) : []
  // Those that have moved into files in between are in both.
  const times = [...new Set([...hot, ...closed])].sort((a, b) => a - b)
  const ends = hot.length + closed.length < MOST_POINTS
  const candidates = ends ? await lastCandidates(db, of, { digest: of.digest }) : []
  return transact(context, async (trx) => {
    await lockState(trx, of)
    if (!(await isUnchanged(trx, of))) return { removed: 0, left: true }
    if (times.length > 0) await remove(trx, of, times, hot.length === 0)
    if (ends) await end(trx, viewer, of, candidates)
    return { removed: times.length, left: !ends }
  })
}

/** Whether no points were added to the import since it was read. */
async function isUnchanged(trx: Trx, { organisation_id, id, points }: Import): Promise<boolean> {
  const row = await trx
    .selectFrom('track_import')
    .select('points')
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.points === points
}

/** Of the table: they move into files, and so are removed from both (`noteChanges`). */
async function hotTimes(db: Db, of: Import): Promise<number[]> {
  const { rows } = await sql<{ at: number }>`select ${micros(sql.ref('e.fix_at'))} as at from tracker_event e
    where ${isOf(of)} and e.fix_at between ${of.first_fix_at} and ${of.last_fix_at}
    order by e.fix_at limit ${MOST_POINTS}`.execute(db)
  return rows.map(({ at }) => Number(at))
}

async function closedTimes(db: Db, { organisation_id, tracker_id, digest, ...of }: Import, most: number) {
  const times: number[] = []
  const history = historyOf(db)
  if (!history) return times
  const span = { from: of.first_fix_at, to: of.last_fix_at }
  const parts = await listParts(db, { organisation_ids: [organisation_id], ...span })
  const filter = {
    tracker_ids: new Set([tracker_id]),
    from: Date.parse(span.from) * 1000,
    to: Date.parse(span.to) * 1000 + 999,
  }
  const query = { filter, order: 'fix_at', columns: ['id', 'fix_at', 'digest'] } as const
  await limitFiles(`tracker ${tracker_id}`, async (signal) => {
    for await (const events of readEvents(history, parts, { ...query, columns: [...query.columns], signal })) {
      times.push(...events.filter((event) => event.digest === digest).map(({ fix_at }) => fix_at))
      if (times.length >= most) return
    }
  })
  return times.slice(0, most)
}

/** @param closed whether there are none before them any more: the next search begins there */
async function remove(trx: Trx, of: Import, times: number[], closed: boolean): Promise<void> {
  const { organisation_id, tracker_id, digest, id } = of
  const notes = times.map((fix_at) => ({ organisation_id, tracker_id, fix_at, digest }))
  await noteChanges(trx, { organisation_id, tracker_id }, notes)
  await sql`delete from tracker_event e where ${isOf(of)}
    and e.fix_at = any(select ${fromMicros(sql`t.at`)} from unnest(${times}::bigint[]) as t (at))`.execute(trx)
  const next = new Date(Math.floor(times.at(-1)! / 1000)).toISOString()
  await sql`update track_import set points = greatest(points - ${times.length}, 0), modified_at = now(),
      first_fix_at = ${closed ? sql`least(last_fix_at, greatest(first_fix_at, ${next}))` : sql.ref('first_fix_at')}
    where organisation_id = ${organisation_id} and id = ${id}`.execute(trx)
}

async function end(trx: Trx, viewer: Viewer, of: Import, candidates: Awaited<ReturnType<typeof lastCandidates>>) {
  const { organisation_id, tracker_id, name, id } = of
  await setLastEvent(trx, of, candidates)
  await trx.deleteFrom('track_import').where('organisation_id', '=', organisation_id).where('id', '=', id).execute()
  const details = { name }
  await audit(trx, viewer, 'tracker.undo_import', {
    organisation_id,
    entity: 'tracker',
    entity_id: tracker_id,
    details,
  })
  afterCommit(trx, ({ publishLastEvent }) => publishLastEvent({ organisation_id, tracker_id }))
}

const isOf = ({ organisation_id, tracker_id, digest }: Import) =>
  sql<SqlBool>`e.organisation_id = ${organisation_id} and e.tracker_id = ${tracker_id} and e.digest = ${digest}`

type Import = {
  id: number
  organisation_id: number
  tracker_id: number
  name: string
  digest: number
  points: number
  first_fix_at: string
  last_fix_at: string
}
