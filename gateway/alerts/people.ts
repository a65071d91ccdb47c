import { type Kysely, sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import type { Belonging } from '#db/live_rooms.ts'
import { mayIn } from '#db/privacy/roles.ts'
import { groupsOfMember } from '#db/privacy/tracker_groups.ts'
import { type Figures, figuresFor, type Overrides, type QuotaDefaults } from '#db/quotas.ts'
import type { Database } from '#db/tables/index.ts'
import { trackerKey, unnestRows } from '#db/unnest.ts'
import { isFresh, overridesOf } from '#messages/queue/gate.ts'
import type { GroupList, Organisation } from './lists.ts'
import type { Person, TrackerOverride } from './preferences.ts'

/** Reads the possible recipients: the organisations' settings and those of groups, members who see every tracker, and owners. */
export async function readPeople(db: Kysely<Database>, trackers: TrackerKey[], quotas: QuotaDefaults): Promise<People> {
  const organisation_ids = [...new Set(trackers.map((t) => t.organisation_id))]
  const owners = [...new Set(trackers.map((t) => t.owner_user_id).filter((id) => id !== null))]
  const organisations = await readOrganisations(db, organisation_ids, quotas)
  const persons = await readPersons(db, organisation_ids, owners)
  const overrides = await readOverrides(db, trackers)
  const lists = await readGroupLists(db, [...trackers, ...othersOf(trackers)])
  return {
    organisation: (id) => organisations.get(id),
    persons: (organisation_id) => persons.get(organisation_id) ?? [],
    lists({ organisation_id, group_id, other }) {
      const of = (id: number | null) => (id === null ? [] : (lists.get(`${organisation_id} ${id}`) ?? []))
      if (!other) return of(group_id)
      const both = new Set(of(other.group_id).map((list) => list.group_id))
      return of(group_id).filter((list) => both.has(list.group_id))
    },
    override: (tracker_id, user_id) => overrides.get(`${tracker_id} ${user_id}`),
  }
}

/** Settings that were never saved have the columns' defaults. */
async function readOrganisations(
  db: Kysely<Database>,
  ids: number[],
  quotas: QuotaDefaults,
): Promise<Map<number, Organisation>> {
  const { rows } = await sql<Omit<Organisation, 'limits'> & { fresh: boolean; overrides: Overrides | null }>`
    select o.id, o.name, o.timezone, o.locale, ${isFresh} as fresh, ${overridesOf} as overrides, coalesce(
      (select to_jsonb(c) from organisation_config c where c.organisation_id = o.id), ${organisationDefaults}::jsonb) as config
    from organisation o where o.id = any(${bigints(ids)}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, { ...row, limits: limitsOf(row, figuresFor(quotas, row)) }]))
}

/** An organisation's own limit may only lower the platform's. */
const limitsOf = ({ config }: Pick<Organisation, 'config'>, figures: Figures) => ({
  alerts_per_hour: Math.min(config.alerts_per_hour, figures.alerts_per_hour),
  alerts_of_tracker_per_hour: figures.alerts_of_tracker_per_hour,
})

async function readPersons(db: Kysely<Database>, ids: number[], owners: number[]): Promise<Map<number, Person[]>> {
  const { rows } = await sql<Person & { organisation_id: number }>`
    select m.organisation_id, m.role_name, ${groupsOfMember('m')} as group_ids, u.id as user_id,
      u.email, u.phone_mobile,
      coalesce(c.timezone, u.timezone) as timezone, coalesce(c.locale, u.locale) as locale,
      c.id is not null as has_config, coalesce(to_jsonb(c), ${personDefaults}::jsonb) as config,
      array(select p.id::float8 from push_subscription p where p.user_id = u.id order by p.id) as push_ids
    from membership m
    join user_account u on u.id = m.user_id and u.active and u.deleted_at is null and u.confirmed_at is not null
    left join user_config c on c.organisation_id = m.organisation_id and c.user_id = m.user_id
    where m.organisation_id = any(${bigints(ids)}::bigint[]) and ${mayIn('m', 'alerts', 'read')}
      and (m.role_name in ('Administrator', 'Staff') or m.user_id = any(${bigints(owners)}::bigint[]))
    order by m.organisation_id, u.id`.execute(db)
  return Map.groupBy(rows, (row) => row.organisation_id)
}

async function readOverrides(db: Kysely<Database>, trackers: TrackerKey[]): Promise<Map<string, TrackerOverride>> {
  const { rows } = await sql<TrackerOverride & { tracker_id: number; user_id: number }>`
    select c.* from user_tracker_config c
    join ${unnestRows(trackers, { bigint: trackerKey }, 't')}
      on c.organisation_id = t.organisation_id and c.tracker_id = t.tracker_id`.execute(db)
  return new Map(rows.map((row) => [`${row.tracker_id} ${row.user_id}`, row]))
}

const othersOf = (trackers: TrackerKey[]) =>
  trackers.flatMap(({ organisation_id, other }) => (other ? [{ organisation_id, group_id: other.group_id }] : []))

/** The settings of the trackers' groups and of those above them, by group. */
async function readGroupLists(
  db: Kysely<Database>,
  trackers: Pick<TrackerKey, 'organisation_id' | 'group_id'>[],
): Promise<Map<string, GroupList[]>> {
  const groups = trackers.filter(({ group_id }) => group_id !== null)
  if (groups.length === 0) return new Map()
  const { rows } = await sql<{ organisation_id: number; of: number; config: GroupList }>`
    with recursive above (organisation_id, root, id) as (
      select distinct g.organisation_id, g.group_id, g.group_id
      from ${unnestRows(groups, { bigint: ['organisation_id', 'group_id'] }, 'g')}
      union select a.organisation_id, a.root, g.parent_id from above a
        join tracker_group g on g.organisation_id = a.organisation_id and g.id = a.id
    )
    select a.organisation_id, a.root::float8 as of, to_jsonb(c) as config from above a
    join tracker_group_config c on c.organisation_id = a.organisation_id and c.group_id = a.id
    order by c.id`.execute(db)
  const byGroup = Map.groupBy(rows, ({ organisation_id, of }) => `${organisation_id} ${of}`)
  return new Map([...byGroup].map(([key, lists]) => [key, lists.map(({ config }) => config)]))
}

const preference_defaults = {
  alert_on_return: false,
  alert_alarms: true,
  muted_alarms: [],
  alert_offline: false,
  remind_every_s: 0,
  escalate_after_s: 0,
  escalate_email_recipients: '',
  escalate_phone_recipients: '',
  kind_channels: {},
  email_recipients: '',
  phone_recipients: '',
  units: 'metric',
} as const

const personDefaults = JSON.stringify({
  ...preference_defaults,
  alert_tracker_email: true,
  alert_tracker_sms: false,
  alert_tracker_push: true,
  alert_phone_email: true,
  alert_phone_sms: false,
  alert_phone_push: true,
  alert_others_trackers: false,
  return_channels: null,
  alarm_channels: null,
  offline_channels: null,
  quiet_from: null,
  quiet_to: null,
})

const organisationDefaults = JSON.stringify({
  ...preference_defaults,
  alert_email: true,
  alert_sms: false,
  return_channels: null,
  alarm_channels: null,
  offline_channels: null,
  alerts_per_hour: 20,
  webhook_url: null,
})

type TrackerKey = Belonging & { organisation_id: number; tracker_id: number; other?: Belonging | null }

export type People = {
  organisation(id: number): Organisation | undefined
  persons(organisation_id: number): Person[]
  /** The settings of a tracker's group, and of those that it is in; of two trackers those of both. */
  lists(of: Pick<TrackerKey, 'organisation_id' | 'group_id' | 'other'>): GroupList[]
  override(tracker_id: number, user_id: number): TrackerOverride | undefined
}
