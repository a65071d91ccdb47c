import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '#db/database.ts'
import type { StoredEvent } from '#db/history/read.ts'
import { archivedRows } from '#db/history/recordset.ts'
import { Nullable, Timestamp } from '#db/tables/columns.ts'
import { defineAction } from '../crud/action.ts'
import { loadViewer } from '../crud/viewer.ts'
import { networkOf } from '../http/addresses/network_of.ts'
import { takeAttempt } from '../http/attempts.ts'
import { checkServed } from '../http/backends.ts'
import { AppError } from '../http/errors.ts'
import { readsTracker } from './access/scopes.ts'
import { lastOfClosedDays } from './history/last_event.ts'
import { Point } from './point.ts'

/** Everything that a link reveals; attributes, history and boundaries are not included. */
const Shown = Type.Object({
  name: Nullable(Type.String()),
  position: Nullable(Point),
  fix_at: Nullable(Timestamp),
  speed: Nullable(Type.Number()),
  heading: Nullable(Type.Number()),
  accuracy: Nullable(Type.Number()),
  expires_at: Timestamp,
  /** The organisation. */
  shared_by: Type.String(),
})

/** The current position of a shared tracker. The token is in the body, so that it appears in no access log. */
export const readSharedPosition = defineAction({
  method: 'POST',
  path: 'share/position',
  public: true,
  tags: ['sharelinks'],
  summary: 'Read the current position of a shared tracker',
  body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) }, { additionalProperties: false }),
  answer: Shown,
  status: 200,
  // The page polls every ten seconds, and several people may watch.
  config: { rateLimit: { max: 300, timeWindow: 60_000 } },
  async run({ context: { db }, body: { token }, request }) {
    const link = await find(db, hash('sha256', token))
    if (!link) {
      await takeAttempt(db, 'token_address', networkOf(request.ip))
      throw new AppError('token_invalid', 'This link does not work, or not any more.', 'token')
    }
    await checkServed(db, link.organisation_id)
    if (link.expired) throw new AppError('token_expired', 'This link has expired.', 'token')
    const { organisation_id, tracker_id, name, expires_at, shared_by } = link
    return { name, expires_at, shared_by, ...(await lastFix(db, organisation_id, tracker_id)) }
  },
})

/** A link is valid while its tracker is active, and while its creator sees the tracker. */
async function find(db: Db, token_sha256: string) {
  const link = await db
    .selectFrom('share_link as l')
    .innerJoin('tracker as t', (join) =>
      join.onRef('t.organisation_id', '=', 'l.organisation_id').onRef('t.id', '=', 'l.tracker_id'),
    )
    .innerJoin('organisation as o', 'o.id', 'l.organisation_id')
    .select(['l.organisation_id', 'l.tracker_id', 'l.expires_at', 't.name', 'o.name as shared_by'])
    .select('l.created_by_user_id')
    .select(sql<boolean>`l.expires_at <= now()`.as('expired'))
    .where('l.token_sha256', '=', token_sha256)
    .where('t.active', '=', true)
    .executeTakeFirst()
  if (!link) return null
  const { created_by_user_id, tracker_id } = link
  const creator = await loadViewer(db, { user_id: created_by_user_id })
  // On hold: the caller says so.
  if (creator?.held.some(({ organisation_id }) => organisation_id === link.organisation_id)) return link
  if (!creator) return null
  const seen = await db
    .selectFrom('tracker')
    .select('id')
    .where('organisation_id', '=', link.organisation_id)
    .where('id', '=', tracker_id)
    .where(readsTracker(creator))
    .executeTakeFirst()
  return seen ? link : null
}

/** The last fix: from the tracker state, or from the events if the last report had none. */
async function lastFix(db: Db, organisation_id: number, tracker_id: number): Promise<Fix> {
  const columns = sql<Fix>`json_build_object('type', 'Point', 'coordinates',
      json_build_array(st_x(position), st_y(position))) as position, fix_at, speed, heading, accuracy`
  const where = sql`where organisation_id = ${organisation_id} and tracker_id = ${tracker_id}
    and valid and position is not null`
  const state = await sql<Fix>`select ${columns} from tracker_state ${where}`.execute(db)
  if (state.rows[0]) return state.rows[0]
  const event = await sql<Fix>`select ${columns} from tracker_event ${where} order by fix_at desc limit 1`.execute(db)
  if (event.rows[0]) return event.rows[0]
  const archived = await lastOfClosedDays(db, { organisation_id, tracker_id }, isPlaced, { valid: true })
  if (!archived) return { position: null, fix_at: null, speed: null, heading: null, accuracy: null }
  const { rows } = await sql<Fix>`select ${columns} from (${archivedRows([archived])}) e`.execute(db)
  return rows[0]!
}

const isPlaced = ({ longitude }: StoredEvent) => longitude !== null

type Fix = Omit<Static<typeof Shown>, 'name' | 'expires_at' | 'shared_by'>
