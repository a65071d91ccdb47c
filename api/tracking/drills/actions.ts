import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { DrillLine } from '#db/tables/tracking/drills/fire_drill.ts'
import { answerWays, FireDrillAnswer } from '#db/tables/tracking/drills/fire_drill_answer.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { read } from '../../crud/crud.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { IdQuery } from '../../crud/resource.ts'
import { transact } from '../../crud/transact.ts'
import { AppError } from '../../http/errors.ts'
import { seesTracker } from '../access/scopes.ts'
import { publishAlerts } from '../alert_acknowledge.ts'
import { firedrill } from './firedrill.ts'

const strict = { additionalProperties: false }
const name = Nullable(Type.String())
const { via, answered_at } = FireDrillAnswer.columns

/** What became of its messages: until now of one that runs, as it was kept of one that has ended. */
export const readDrillLines = defineAction({
  method: 'GET',
  path: 'firedrill/lines',
  tags: ['firedrills'],
  summary: 'Read whom a fire drill has reached, whom it has not and why, and who has acknowledged it',
  query: IdQuery,
  answer: Type.Object({
    lines: Type.Array(Type.Object({ ...DrillLine.properties, name })),
    answers: Type.Array(Type.Object({ user_id: Id, name, via, answered_at, seconds: Nullable(Type.Number()) })),
  }),
  async run({ context, viewer, query: { id } }) {
    const { db, config } = context
    const drill = await read(db, firedrill, viewer, id)
    const { lines: kept } = await db
      .selectFrom('fire_drill')
      .select('lines')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const lines = kept ?? (await context.readDrillLines(db, config.quotas, drill))
    const { rows: answers } = await sql<Answer>`
      select a.user_id, ${displayNameOf('u')} as name, a.via, a.answered_at,
        greatest(0, extract(epoch from a.answered_at - ${drill.raised_at}::timestamptz))::float8 as seconds
      from fire_drill_answer a join user_account u on u.id = a.user_id
      where a.organisation_id = ${drill.organisation_id} and a.fire_drill_id = ${id}
      order by a.answered_at, a.user_id limit 1000`.execute(db)
    const ids = [...new Set(lines.map(({ user_id }) => user_id).filter((one) => one !== null))]
    const { rows: people } = await sql<{ id: number; name: string }>`
      select u.id::float8 as id, ${displayNameOf('u')} as name from user_account u
      where u.id = any(${`{${ids.join()}}`}::bigint[]) and u.deleted_at is null`.execute(db)
    const names = new Map(people.map((one) => [one.id, one.name]))
    return { lines: lines.map((line) => ({ ...line, name: names.get(line.user_id ?? 0) ?? null })), answers }
  },
})

/** The gateway ends it within a second. */
export const endDrill = defineAction({
  method: 'POST',
  path: 'firedrill/end',
  config: { lasting: true },
  tags: ['firedrills'],
  summary: 'End a fire drill that runs',
  body: IdQuery,
  answer: Type.Object({ id: Id }),
  message: 'The drill ends.',
  async run({ context, viewer, body: { id } }) {
    const { organisation_id } = await read(context.db, firedrill, viewer, id)
    await transact(context, async (trx) => {
      const ended = await trx
        .updateTable('fire_drill')
        .set({ ends_at: sql`now()`, next_at: sql`now()`, ended_by: 'person', ended_by_user_id: viewer.user_id })
        .where('organisation_id', '=', organisation_id)
        .where('id', '=', id)
        .where('state', '<>', 'ended')
        .where('ended_by', 'is', null)
        .where(firedrill.writes(viewer))
        .returning('id')
        .executeTakeFirst()
      if (!ended) throw new AppError('not_possible', 'This drill has ended.')
      const about = { organisation_id, entity: 'firedrill', entity_id: id, details: {} } as const
      await audit(trx, viewer, 'firedrill.end', about)
    })
    return { id }
  },
})

const Running = Type.Object({
  id: Id,
  organisation_id: Id,
  alert_id: Nullable(Id),
  started_at: Timestamp,
  ends_at: Timestamp,
  raised_at: Nullable(Timestamp),
  lon: Nullable(Type.Number()),
  lat: Nullable(Type.Number()),
  /** When the viewer has acknowledged it. */
  answered_at: Nullable(answered_at),
})

/** For everyone who would see its tracker: the map shows where that is. */
export const listRunningDrills = defineAction({
  method: 'GET',
  path: 'firedrills/running',
  tags: ['firedrills'],
  summary: 'List fire drills that run, whose tracker you would see',
  query: Type.Object({ organisation_id: Type.Optional(Id) }, strict),
  answer: Type.Array(Running),
  status: [200, 260],
  async run({ context: { db }, viewer, query: { organisation_id = null } }) {
    const { rows } = await sql<Running>`
      select d.id, d.organisation_id, d.alert_id, d.started_at, d.ends_at, d.raised_at, st_x(s.position) as lon,
        st_y(s.position) as lat, a.answered_at
      from fire_drill d
      join tracker t on t.organisation_id = d.organisation_id and t.id = d.tracker_id
      left join tracker_state s on s.organisation_id = t.organisation_id and s.tracker_id = t.id
      left join fire_drill_answer a
        on a.organisation_id = d.organisation_id and a.fire_drill_id = d.id and a.user_id = ${viewer.user_id}
      where d.state = 'running' and d.ended_by is null and ${seesTracker(viewer, 't')}
        and (${organisation_id}::bigint is null or d.organisation_id = ${organisation_id})
      order by d.id limit 100`.execute(db)
    return rows
  },
})

/** For everyone who would see the tracker. The alert is acknowledged, too, so that nothing is escalated after it. */
export const acknowledgeDrill = defineAction({
  method: 'POST',
  path: 'firedrill/acknowledge',
  config: { open_to: ['lapsed'] },
  tags: ['firedrills'],
  summary: 'Acknowledge a fire drill: its message has arrived',
  body: Type.Object({ id: Id, via: Type.Optional(Type.Enum(answerWays.filter((way) => way !== 'alert'))) }, strict),
  answer: Type.Object({ id: Id, answered_at }),
  message: 'Thank you. This was a drill.',
  run: ({ context, viewer, body: { id, via = 'page' } }) =>
    transact(context, async (trx) => {
      const { rows } = await sql<{ organisation_id: number; alert_id: number | null }>`
        select d.organisation_id::float8 as organisation_id, d.alert_id::float8 as alert_id from fire_drill d
        join tracker t on t.organisation_id = d.organisation_id and t.id = d.tracker_id
        where d.id = ${id} and d.state = 'running' and ${seesTracker(viewer, 't')}`.execute(trx)
      const drill = rows[0]
      if (!drill) throw new AppError('not_found', 'There is no such drill, or it has ended.', 'id')
      const { organisation_id, alert_id } = drill
      const { rows: answered } = await sql<{ answered_at: string }>`
        insert into fire_drill_answer (organisation_id, fire_drill_id, user_id, via)
        values (${organisation_id}, ${id}, ${viewer.user_id}, ${via})
        on conflict (organisation_id, fire_drill_id, user_id) do update set via = fire_drill_answer.via
        returning answered_at`.execute(trx)
      if (alert_id !== null) {
        const changed = await trx
          .updateTable('alert')
          .set({ acknowledged_at: sql`now()`, acknowledged_by_user_id: viewer.user_id })
          .where('organisation_id', '=', organisation_id)
          .where('id', '=', alert_id)
          .where('acknowledged_at', 'is', null)
          .returningAll()
          .execute()
        await publishAlerts(trx, organisation_id, changed)
      }
      return { id, answered_at: answered[0]!.answered_at }
    }),
})

type Answer = {
  user_id: number
  name: string | null
  via: 'message' | 'page' | 'alert'
  answered_at: string
  seconds: number | null
}
type Running = {
  id: number
  organisation_id: number
  alert_id: number | null
  started_at: string
  ends_at: string
  raised_at: string | null
  lon: number | null
  lat: number | null
  answered_at: string | null
}
