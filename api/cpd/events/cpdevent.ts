import { randomBytes } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { CpdEvent } from '#db/tables/cpd/events/cpd_event.ts'
import { type Scope, scope } from '../../crud/access.ts'
import { checkName, Name } from '../../crud/checks.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { managesAll, organisationsOf, type Viewer } from '../../crud/viewer.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { cpdAdministered, readsDefinitions, withCpd, writesDefinitions } from '../access.ts'
import { activeCategories, Credit, countCredits } from '../activities/credits.ts'
import { decimalOf, toHundredths } from '../hundredths.ts'

const { description, provider, place, starts_at, ends_at, flags, tags, listed, open_from, open_until, course_iri } =
  CpdEvent.columns
const hours = Type.Number({ minimum: 0, maximum: 8784, description: 'Decimal, at most two places' })
const credits = Type.Array(Credit, { maxItems: 20, description: 'Hours by category; they add up to the hours exactly' })
const fields = { description, provider, place, flags, tags, listed, open_from, open_until, course_iri, credits }
/** Further dates of a recurring one, each an event of its own. */
const Repeats = Type.Unsafe<'weekly' | 'fortnightly' | 'monthly'>(
  Type.String({ enum: ['weekly', 'fortnightly', 'monthly'] }),
)
const MOST_DATES = 60
const steps = { weekly: '7 days', fortnightly: '14 days', monthly: '1 month' }

/** The catalogue of what a college offers. Its members read what is listed; administrators and officers all. */
export const cpdevent = defineResource({
  name: 'cpdevent',
  plural: 'cpdevents',
  noun: 'event',
  about: 'List what the college offers; administrators read also what is not listed, and the codes of its links',
  table: 'cpd_event',
  row: Type.Object({
    ...CpdEvent.columns,
    hours,
    credits,
    code: Nullable(Type.String({ description: 'Of the link that records who opens it; for administrators' })),
    attended: Type.Boolean({ description: 'You were recorded' }),
    people: Nullable(Type.Integer({ description: 'Who was recorded; for administrators' })),
  }),
  computed: {
    hours: decimalOf('cpd_event.hours'),
    code: (viewer) => sql`case when ${administers(viewer)} then cpd_event.code end`,
    attended: (viewer) => sql<boolean>`exists (select from cpd_attendance a where a.cpd_event_id = cpd_event.id
      and a.user_id = ${viewer.user_id} and a.state = 'recorded')`,
    people: (viewer) => sql`case when ${administers(viewer)} then (select count(*)::int from cpd_attendance a
      where a.cpd_event_id = cpd_event.id and a.state = 'recorded') end`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    listed: equals('listed', Type.Boolean()),
    coming: defineFilter(Type.Boolean(), (coming) =>
      coming ? sql<SqlBool>`cpd_event.ends_at >= now()` : sql<SqlBool>`cpd_event.ends_at < now()`,
    ),
  },
  search: ['name', 'description', 'place', 'provider'],
  sort: { id: null, starts_at: null, name: null },
  default_sort: '-starts_at',
  reads: readsEvents,
  writes: (viewer) => writesDefinitions(viewer, 'cpd_event'),
  quota: { organisation: 'cpd_events' },

  create: {
    body: bodyOf(
      { name: Name, starts_at, ends_at, hours },
      { ...fields, organisation_id: Id, repeats: Nullable(Repeats), repeat_until: Nullable(DateOnly) },
    ),
    async run(trx, viewer, { repeats, repeat_until, ...body }) {
      const organisation_id = await cpdAdministered(trx, viewer, body.organisation_id)
      const values = await checked(trx, { ...body, organisation_id })
      const own = { organisation_id, code: newCode(), created_by: viewer.user_id }
      const { id } = await rows(trx, 'cpd_event').insert({ ...values, ...own })
      if (repeats || repeat_until) await repeat(trx, id, { repeats, repeat_until })
      return { id }
    },
  },
  update: {
    body: bodyOf({}, { ...fields, name: Name, starts_at, ends_at, hours }),
    async run(trx, _viewer, { id, organisation_id, ...body }) {
      const stored = await trx.selectFrom('cpd_event').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const given = JSON.parse(JSON.stringify(body)) as Partial<Body>
      const values = await checked(trx, { ...stored, hours: stored.hours / 100, ...given })
      await rows(trx, 'cpd_event').update({ id, organisation_id, ...values })
    },
  },
  async remove(trx, _viewer, target) {
    const { rows: used } = await sql`select 1 from cpd_attendance where cpd_event_id = ${target.id}
      and devactivity_id is not null limit 1`.execute(trx)
    if (used.length > 0) throw new AppError('not_possible', 'People were recorded at this event, so it is kept.')
    await rows(trx, 'cpd_event').remove(target)
  },
})

/** Listed events are every member's; the others are administrators', and of those who were there. */
function readsEvents(viewer: Viewer): Scope {
  const all = readsDefinitions(viewer, 'cpd_event')
  return scope(
    all.extent,
    sql<SqlBool>`(${all} and (cpd_event.listed or ${administers(viewer)} or exists (select from cpd_attendance a
      where a.cpd_event_id = cpd_event.id and a.user_id = ${viewer.user_id})))`,
  )
}

function administers(viewer: Viewer): RawBuilder<SqlBool> {
  if (viewer.platform_admin) return sql<SqlBool>`true`
  const ids = organisationsOf(withCpd(viewer), ...managesAll)
  return ids.length > 0 ? sql<SqlBool>`cpd_event.organisation_id in (${sql.join(ids)})` : sql<SqlBool>`false`
}

/**
 * The columns of an event, with a link that is open around it unless other times are given.
 *
 * @throws {AppError} bad_request for times in the wrong order, or categories that do not add up
 */
async function checked(trx: Trx, { organisation_id, ...event }: Body) {
  const { starts_at, ends_at, open_from = null, open_until = null, course_iri = null, credits = [] } = event
  const lasts_ms = Date.parse(ends_at) - Date.parse(starts_at)
  if (lasts_ms <= 0) throw wrong('ends_at', 'must be after starts_at.')
  if (course_iri === null && lasts_ms > MOST_MS) {
    throw wrong('ends_at', 'an event lasts at most 31 days; an online course at most five years.')
  }
  if (lasts_ms > MOST_MS_OF_COURSE) throw wrong('ends_at', 'an online course is open for at most five years.')
  if ((open_from === null) !== (open_until === null)) {
    throw wrong(open_from === null ? 'open_from' : 'open_until', 'is missing: give both times of the link, or neither.')
  }
  if (open_from !== null && Date.parse(open_until!) <= Date.parse(open_from))
    throw wrong('open_until', 'must be after open_from.')
  const hundredths = toHundredths(event.hours, 'hours')
  countCredits(await activeCategories(trx, organisation_id), hundredths, credits)
  const { description, provider, place, flags, tags, listed } = event
  return {
    name: checkName(event.name),
    description,
    provider,
    place,
    flags,
    tags,
    listed,
    starts_at,
    ends_at,
    open_from,
    open_until,
    course_iri,
    hours: hundredths,
    credits: sql<never>`${JSON.stringify(credits)}::jsonb`,
  }
}

/**
 * The same event on further days, at the same time of day in the organisation.
 *
 * @throws {AppError} bad_request without both, or for too many days
 */
async function repeat(trx: Trx, id: number, { repeats, repeat_until }: Recurrence): Promise<void> {
  if (!repeats) throw wrong('repeats', 'is missing: say how often.')
  if (!repeat_until) throw wrong('repeat_until', 'is missing: say until when.')
  const shifted = (column: string) =>
    sql`((e.${sql.ref(column)} at time zone o.timezone) + i * ${steps[repeats]}::interval) at time zone o.timezone`
  const { rows: made } = await sql<{ id: number }>`
    insert into cpd_event (organisation_id, name, description, provider, place, starts_at, ends_at, hours, credits, flags,
      tags, listed, open_from, open_until, code, created_by)
    select e.organisation_id, e.name, e.description, e.provider, e.place, ${shifted('starts_at')}, ${shifted('ends_at')},
      e.hours, e.credits, e.flags, e.tags, e.listed, ${shifted('open_from')}, ${shifted('open_until')},
      c.code, e.created_by
    from cpd_event e join organisation o on o.id = e.organisation_id
      cross join unnest(${Array.from({ length: MOST_DATES }, newCode)}::text[]) with ordinality c(code, i)
    where e.id = ${id}
      and ((e.starts_at at time zone o.timezone) + i * ${steps[repeats]}::interval)::date <= ${repeat_until}::date
    returning id`.execute(trx)
  if (made.length === 0) throw wrong('repeat_until', 'is before the second date.')
  if (made.length === MOST_DATES) throw wrong('repeat_until', `is too late: at most ${MOST_DATES} dates at once.`)
}

/** The code in the link of an event: 22 random characters, 132 bits, which cannot be guessed. */
const newCode = () => randomBytes(17).toString('base64url').slice(0, 22)
const MOST_MS = 31 * 24 * 3_600_000
const MOST_MS_OF_COURSE = 5 * 366 * 24 * 3_600_000

type Recurrence = { repeats?: keyof typeof steps | null | undefined; repeat_until?: string | null | undefined }
type Body = {
  organisation_id: number
  name: string
  description?: string | undefined
  provider?: string | undefined
  place?: string | undefined
  starts_at: string
  ends_at: string
  hours: number
  credits?: Static<typeof credits> | undefined
  flags?: Static<typeof flags> | undefined
  tags?: string[] | undefined
  listed?: boolean | undefined
  open_from?: string | null | undefined
  open_until?: string | null | undefined
  course_iri?: string | null | undefined
}
