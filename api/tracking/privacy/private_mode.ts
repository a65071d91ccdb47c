import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { bigints } from '#db/arrays.ts'
import type { Db, Trx } from '#db/database.ts'
import { endOfShift } from '#db/movement/drivers.ts'
import { isPrivateNow, privateUntil } from '#db/privacy/private_hours.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { trackerName } from '../access/names.ts'
import { renewState } from '../guards/arm.ts'

const until = Nullable(Type.Unsafe<string>({ ...Timestamp, description: 'Until when; null without an end of its own' }))
const Mine = Type.Object({
  tracker_id: Id,
  organisation_id: Id,
  tracker_name: Type.String(),
  allowed: Type.Boolean({ description: 'Whether the organisation lets you switch it on' }),
  private: Type.Boolean({ description: 'Whether no place is stored now' }),
  until,
})

/** The trackers that a person may keep private: their own, and what they drive now. */
export const listPrivate = defineAction({
  method: 'GET',
  path: 'tracker/private',
  tags: ['trackers'],
  summary: 'List the trackers of yours, or that you drive now, and whether they are private',
  answer: Type.Array(Mine),
  run: ({ context, viewer }) => readMine(context.db, viewer, null),
})

/** Switches the private mode of a tracker: from now on none of its places is stored, until it is switched off or ends. */
export const keepPrivate = defineAction({
  method: 'POST',
  path: 'tracker/private',
  // A person says it for themselves.
  config: { lasting: true },
  tags: ['trackers'],
  summary: 'Keep a tracker of yours, or that you drive now, private, or end that',
  description:
    'While it is, its distance is stored and no place. Where `private_mode` of the organisation allows it. Outside of ' +
    'its working hours a tracker stays private.',
  body: Type.Object(
    {
      tracker_id: Id,
      private: Type.Boolean(),
      until: Type.Optional(
        Type.String({ ...Timestamp, description: 'a time within the next 24 hours; 12 hours from now without it' }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Mine,
  message: 'The private mode has been saved.',
  run: ({ context, viewer, body: { tracker_id, private: is_private, until } }) =>
    transact(context, async (trx) => {
      const [found] = await readMine(trx, viewer, tracker_id)
      if (!found) throw new AppError('not_found', 'There is no such tracker of yours.', 'tracker_id')
      const { organisation_id } = found
      await renewState(trx, { organisation_id, tracker_id })
      if (is_private) await begin(trx, viewer, found, endOf(until))
      else await end(trx, found)
      await audit(trx, viewer, is_private ? 'tracker.private_mode' : 'tracker.private_mode_off', {
        organisation_id,
        entity: 'tracker',
        entity_id: tracker_id,
      })
      return (await readMine(trx, viewer, tracker_id))[0]!
    }),
})

function endOf(until: string | undefined): Date {
  const now = Date.now()
  if (until === undefined) return new Date(now + 12 * HOUR)
  const end = new Date(until)
  if (end.getTime() <= now || end.getTime() > now + 24 * HOUR) throw wrong('until', 'must be within the next 24 hours.')
  return end
}

const HOUR = 3_600_000
/** A day and tracker: more are not switched by hand. */
const MOST_A_DAY = 100

async function begin(trx: Trx, { user_id }: Viewer, { organisation_id, tracker_id, allowed }: Mine, ends: Date) {
  if (!allowed) throw new AppError('not_possible', 'The organisation does not allow private trackers.', 'private')
  const of = sql`organisation_id = ${organisation_id} and tracker_id = ${tracker_id}`
  await sql`insert into tracker_privacy (organisation_id, tracker_id) values (${organisation_id}, ${tracker_id})
    on conflict do nothing`.execute(trx)
  const { numAffectedRows } = await sql`update private_time set ended_at = ${ends}, user_id = ${user_id},
    modified_at = now() where ${of} and began_at <= now() and ended_at > now()`.execute(trx)
  if (numAffectedRows) return
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from private_time
    where ${of} and began_at > now() - interval '1 day'`.execute(trx)
  if (rows[0]!.count >= MOST_A_DAY) throw new AppError('too_many_requests', 'It was switched on too often today.')
  await sql`insert into private_time (organisation_id, tracker_id, user_id, began_at, ended_at)
    values (${organisation_id}, ${tracker_id}, ${user_id}, now(), ${ends})`.execute(trx)
}

async function end(trx: Trx, { organisation_id, tracker_id }: Mine): Promise<void> {
  await sql`update private_time set ended_at = now(), modified_at = now()
    where organisation_id = ${organisation_id} and tracker_id = ${tracker_id}
      and began_at <= now() and ended_at > now()`.execute(trx)
}

/** @param tracker_id null for all */
async function readMine(db: Db, { user_id, memberships }: Viewer, tracker_id: number | null): Promise<Mine[]> {
  const drives = sql<SqlBool>`exists (select from driver_shift s
    join driver d on d.organisation_id = s.organisation_id and d.id = s.driver_id and d.user_id = ${user_id}
    where s.organisation_id = t.organisation_id and s.tracker_id = t.id and s.began_at <= now()
      and s.ended_at is null and ${endOfShift('s')} is null)`
  const { rows } = await sql<Mine>`
    select of.tracker_id::float8 as tracker_id, of.organisation_id::float8 as organisation_id,
      ${trackerName('of')} as tracker_name, ${isPrivateNow('of')} as private, ${privateUntil('of')} as until,
      coalesce((select c.private_mode from organisation_config c
        where c.organisation_id = of.organisation_id), false) as allowed
    from (select t.organisation_id, t.id as tracker_id from tracker t
      where t.organisation_id = any(${bigints(memberships.map((one) => one.organisation_id))}::bigint[])
        and ${tracker_id === null ? sql`true` : sql`t.id = ${tracker_id}`}
        and (t.owner_user_id = ${user_id} or ${drives})
      order by t.id limit 100) of
    order by tracker_name`.execute(db)
  return rows
}

type Mine = {
  tracker_id: number
  organisation_id: number
  tracker_name: string
  allowed: boolean
  private: boolean
  until: string | null
}
