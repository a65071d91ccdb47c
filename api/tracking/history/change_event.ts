import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, Trx } from '#db/database.ts'
import { noteChange } from '#db/history/changes/notes.ts'
import { findEvents } from '#db/history/find.ts'
import { historyOf } from '#db/history/of.ts'
import type { StoredEvent } from '#db/history/read.ts'
import { archivedRows } from '#db/history/recordset.ts'
import { Nullable } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { IdQuery } from '../../crud/resource.ts'
import { limitFiles } from '../../crud/tiers/limits.ts'
import { afterCommit, transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { checkAdministered, textOf } from './administered.ts'
import { lastCandidates, lockState, setLastEvent } from './last_event.ts'
import { trackerevent } from './trackerevent.ts'

const Word = Type.String({ minLength: 1, maxLength: 64 })
const CorrectionBody = Type.Object(
  { ...IdQuery.properties, event: Type.Optional(Word), alarm: Type.Optional(Nullable(Word)) },
  { additionalProperties: false },
)

/** Administrators correct and remove single events, in the table and in the files of closed days. */
export const correctEvent = defineAction({
  method: 'POST',
  path: 'trackerevent',
  tags: ['trackerevents'],
  summary: 'Correct the event or the alarm of a tracker event',
  body: CorrectionBody,
  answer: trackerevent.row,
  message: 'The tracker event has been updated.',
  async run({ context, viewer, body: { id, event, alarm } }) {
    if (event === undefined && alarm === undefined) throw wrong('event', 'give the event or the alarm as it should be.')
    await change(context, viewer, id, {
      event: event && textOf('event', event),
      alarm: alarm ? textOf('alarm', alarm) : alarm,
    })
    return read(context.db, trackerevent, viewer, id)
  },
})

export const removeEvent = defineAction({
  method: 'DELETE',
  path: 'trackerevent',
  tags: ['trackerevents'],
  summary: 'Remove a tracker event',
  body: IdQuery,
  message: 'The tracker event has been deleted.',
  run: ({ context, viewer, body }) => change(context, viewer, body.id, null),
})

/**
 * Changes an event in whichever tier it is.
 *
 * @param correction null removes the event
 * @throws {AppError} not_found, forbidden, archived; outdated when others change it again and again
 */
async function change(context: ApiContext, viewer: Viewer, id: number, correction: Correction | null): Promise<void> {
  const event = await read(context.db, trackerevent, viewer, id)
  await checkAdministered(context.db, viewer, event)
  for (let attempts = 3; ; attempts--) {
    try {
      await changeOnce(context, viewer, id, correction)
      return
    } catch (error) {
      // It has moved between the tiers, or another has changed it.
      if (!(error instanceof AppError && error.code === 'outdated') || attempts === 1) throw error
    }
  }
}

async function changeOnce(context: ApiContext, viewer: Viewer, id: number, correction: Correction | null) {
  const { db } = context
  const event = await read(db, trackerevent, viewer, id)
  const stored = await findStored(db, viewer, event)
  const candidates = correction ? [] : await lastCandidates(db, event, { id })
  await transact(context, async (trx) => {
    await lockState(trx, event)
    const { is_last, is_last_place } = await compareState(trx, event)
    if (correction) await correct(trx, stored, correction)
    else await remove(trx, stored)
    if (correction?.event !== undefined && is_last) await setLastText(trx, event, correction.event)
    if (!correction && (is_last || is_last_place)) await setLastEvent(trx, event, candidates)
    await audit(trx, viewer, correction ? 'trackerevent.update' : 'trackerevent.delete', {
      organisation_id: event.organisation_id,
      entity: 'trackerevent',
      entity_id: id,
      details: detailsOf(event, correction),
    })
    if (is_last || is_last_place) {
      const { organisation_id, tracker_id } = event
      afterCommit(trx, ({ publishLastEvent }) => publishLastEvent({ organisation_id, tracker_id }))
    }
  })
}

/**
 * Finds an event in the table, or else in the files.
 *
 * @throws {AppError} outdated if it is in neither any more
 */
async function findStored(db: Db, viewer: Viewer, event: Event): Promise<Stored> {
  const { organisation_id, tracker_id, fix_at, id } = event
  const key = { organisation_id, tracker_id, fix_at }
  const row = await db
    .selectFrom('tracker_event')
    .select('digest')
    .where('organisation_id', '=', organisation_id)
    .where('tracker_id', '=', tracker_id)
    .where('fix_at', '=', fix_at)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row) return { ...key, digest: row.digest, archived: null }
  const history = historyOf(db)
  if (!history) throw new AppError('outdated')
  const reference = { organisation_id, tracker_id, id, from: fix_at, to: fix_at }
  const found = await limitFiles(String(viewer.user_id), (signal) => findEvents(db, history, [reference], signal))
  const archived = found.get(id)
  if (!archived) throw new AppError('outdated')
  return { ...key, digest: archived.digest, archived }
}

/** A corrected event of a closed day is a row of the table again, until it is merged. */
async function correct(trx: Trx, stored: Stored, { event, alarm }: Correction): Promise<void> {
  const { archived } = stored
  await note(trx, stored)
  if (archived) {
    const corrected = {
      ...archived,
      event: event ?? archived.event,
      alarm: alarm === undefined ? archived.alarm : alarm,
    }
    // The same report again, which has arrived since its day was closed.
    await sql`delete from tracker_event e where ${isStored(stored)}`.execute(trx)
    await sql`insert into tracker_event ${archivedRows([corrected])}`.execute(trx)
    return
  }
  const { numAffectedRows } = await sql`update tracker_event e set
    event = ${event === undefined ? sql.ref('e.event') : event}, alarm = ${alarm === undefined ? sql.ref('e.alarm') : alarm}
    where ${isStored(stored)}`.execute(trx)
  if (Number(numAffectedRows) === 0) throw new AppError('outdated')
}

async function remove(trx: Trx, stored: Stored): Promise<void> {
  await note(trx, stored)
  const { numAffectedRows } = await sql`delete from tracker_event e where ${isStored(stored)}`.execute(trx)
  if (!stored.archived && Number(numAffectedRows) === 0) throw new AppError('outdated')
}

/** @throws {AppError} outdated if what was found in a file does not count any more */
async function note(trx: Trx, { archived, ...key }: Stored): Promise<void> {
  const version = await noteChange(trx, key)
  if (archived && version > 1) throw new AppError('outdated')
}

const isStored = ({ organisation_id, tracker_id, fix_at, digest }: Stored) =>
  sql<SqlBool>`e.organisation_id = ${organisation_id} and e.tracker_id = ${tracker_id} and e.fix_at = ${fix_at}
    and e.digest = ${digest}`

/** Whether an event is its tracker's last, or has the last position; the locked state says so. */
async function compareState(trx: Trx, { organisation_id, tracker_id, id, position }: Event) {
  const [lon, lat] = position?.coordinates ?? []
  const { rows } = await sql<{ is_last: boolean; is_last_place: boolean }>`
    select coalesce(s.event_id = ${id}, false) as is_last, coalesce(st_x(s.position) = ${lon ?? null}::float8
      and st_y(s.position) = ${lat ?? null}::float8, false) as is_last_place
    from tracker_state s where s.organisation_id = ${organisation_id} and s.tracker_id = ${tracker_id}`.execute(trx)
  return rows[0]!
}

/** The alarm of a state is the engine's: by it the next report is judged. */
async function setLastText(trx: Trx, { organisation_id, tracker_id }: Event, event: string): Promise<void> {
  await trx
    .updateTable('tracker_state')
    .set({ event })
    .where('organisation_id', '=', organisation_id)
    .where('tracker_id', '=', tracker_id)
    .execute()
}

/** What the event was, so that a correction can be taken back. */
function detailsOf({ tracker_id, fix_at, event, alarm }: Event, correction: Correction | null) {
  const fields = correction && (['event', 'alarm'] as const).filter((name) => correction[name] !== undefined)
  return { ...(fields && { fields }), tracker_id, fix_at, event_before: event, ...(alarm && { alarm_before: alarm }) }
}

/** What is undefined stays. */
type Correction = { event: string | undefined; alarm: string | null | undefined }
type Event = {
  id: number
  organisation_id: number
  tracker_id: number
  fix_at: string
  event: string
  alarm: string | null
  position: { coordinates: number[] } | null
}
/** The key of an event, and what a file has of it. */
type Stored = {
  organisation_id: number
  tracker_id: number
  fix_at: string
  digest: number
  archived: StoredEvent | null
}
