import { type Kysely, sql } from 'kysely'
import { bigints } from '#db/arrays.ts'
import { isServed } from '#db/moving/hold.ts'
import { scheduleApplies } from '#db/schedule.ts'
import type { Database } from '#db/tables/index.ts'
import { defaultKinds } from '#db/tables/people/alert_preferences.ts'
import type { Schedule } from '#db/tables/tracking/schedule.ts'
import type { OpenAlert, Pending, Rule, RuleState, Side, Sides } from './judge.ts'
import type { Fix } from './rule.ts'

/** Organisations with rules, or with alerts that rules have left open. */
export async function organisationsToJudge(db: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`/* proximity_organisations */
    select o.id from (
      select r.organisation_id as id from proximity_rule r
      union select a.organisation_id from alert a where a.kind = 'proximity' and a.ended_at is null
    ) o where ${isServed(sql`o.id`)} order by o.id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The rules of an organisation with the trackers that each is about at a time, and what is open or waits of each.
 *
 * @param now milliseconds since 1970
 */
export async function readRules(db: Kysely<Database>, organisation_id: number, now: number): Promise<RuleToJudge[]> {
  const { rows: rules } = await sql<StoredRule>`
    select r.id, r.tracker_id, r.group_id, r.other_tracker_id, r.other_group_id, r.relation, r.distance_m, r.hold_s,
      r.schedule, r.active
    from proximity_rule r where r.organisation_id = ${organisation_id} order by r.id`.execute(db)
  const applying = rules.filter(
    ({ active, schedule }) => active && (!schedule || scheduleApplies(schedule, new Date(now))),
  )
  const groups = await readGroups(db, organisation_id)
  const trackers = await readTrackers(db, organisation_id, { rules: applying, groups, now })
  const open = await readOpen(db, organisation_id)
  const pending = await readPending(db, organisation_id)
  const ids = new Set([...rules.map(({ id }) => id), ...open.keys(), ...pending.keys()])
  return [...ids].map((id) => {
    const rule = applying.find((one) => one.id === id)
    const known: RuleState = { open: open.get(id) ?? [], pending: pending.get(id) ?? [] }
    // Of a rule that does not apply all is over.
    if (!rule) return { id, rule: none, sides: { ones: new Map(), others: new Map() }, known }
    return { id, rule, sides: sidesOf(rule, trackers, groups), known }
  })
}

function sidesOf(rule: StoredRule, trackers: TrackerRow[], groups: Groups): Sides {
  const side = (tracker_id: number | null, group_id: number | null, is_raised: boolean): Side => {
    const below = group_id === null ? null : groups.below(group_id)
    const members = trackers.filter(
      (one) =>
        (one.id === tracker_id || (below !== null && one.group_id !== null && below.has(one.group_id))) &&
        (!is_raised || groups.isRaised(one.group_id)),
    )
    return new Map(members.map((one) => [one.id, one.fix]))
  }
  return {
    ones: side(rule.tracker_id, rule.group_id, true),
    others: side(rule.other_tracker_id, rule.other_group_id, false),
  }
}

/** The active trackers that the rules are about, each with its last valid fix if that is fresh. */
async function readTrackers(
  db: Kysely<Database>,
  organisation_id: number,
  { rules, groups, now }: { rules: StoredRule[]; groups: Groups; now: number },
): Promise<TrackerRow[]> {
  const ids = rules.flatMap((rule) => [rule.tracker_id, rule.other_tracker_id]).filter((id) => id !== null)
  const group_ids = rules.flatMap((rule) => [rule.group_id, rule.other_group_id]).filter((id) => id !== null)
  const below = [...new Set(group_ids.flatMap((id) => [...groups.below(id)]))]
  if (ids.length + below.length === 0) return []
  const { rows } = await sql<Omit<TrackerRow, 'fix'> & { [K in keyof Fix]: Fix[K] | null }>`/* proximity_fixes */
    select t.id, t.group_id, f.lon, f.lat, f.accuracy, f.speed, f.at
    from tracker t left join tracker_state s
      on s.organisation_id = t.organisation_id and s.tracker_id = t.id and s.received > now() - ${FRESH}
    left join lateral (
      -- Of a tracker whose last report has none, the fix before.
      (select st_x(s.position) as lon, st_y(s.position) as lat, s.accuracy, s.speed, ${momentOf('s')} as at
        where s.valid and s.position is not null)
      union all
      (select st_x(e.position), st_y(e.position), e.accuracy, e.speed, ${momentOf('e')} from tracker_event e
        where s.valid is false and e.organisation_id = t.organisation_id and e.tracker_id = t.id and e.valid
          and e.position is not null and e.fix_at > now() - ${FRESH}
        order by e.fix_at desc limit 1)
    ) f on true
    where t.organisation_id = ${organisation_id} and t.active and not t.drill and (t.id = any(${bigints(ids)}::bigint[])
      or t.group_id = any(${bigints(below)}::bigint[]))
    order by t.id`.execute(db)
  return rows.map(({ id, group_id, ...fix }) => {
    const is_fresh = fix.at !== null && fix.at > now - FRESH_MS
    return { id, group_id, fix: is_fresh ? (fix as Fix) : null }
  })
}

/** A device whose clock is ahead reports no later than now. */
const momentOf = (table: string) =>
  sql`(date_part('epoch', least(${sql.ref(`${table}.fix_at`)}, ${sql.ref(`${table}.received`)})) * 1000)`

/** The tree of groups, and of which alerts of this kind are raised. */
async function readGroups(db: Kysely<Database>, organisation_id: number): Promise<Groups> {
  const { rows } = await sql<{ id: number; parent_id: number | null; kinds: string[] | null }>`
    select g.id, g.parent_id, c.alert_kinds as kinds from tracker_group g
    left join tracker_group_config c on c.organisation_id = g.organisation_id and c.group_id = g.id
    where g.organisation_id = ${organisation_id}`.execute(db)
  const config = await db
    .selectFrom('organisation_config')
    .select('alert_kinds')
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirst()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const children = Map.groupBy(rows, ({ parent_id }) => parent_id)
  const below = (id: number, found = new Set<number>()): Set<number> => {
    if (found.has(id)) return found
    found.add(id)
    for (const child of children.get(id) ?? []) below(child.id, found)
    return found
  }
  return {
    below: (id) => below(id),
    isRaised(id) {
      let group = id === null ? undefined : byId.get(id)
      while (group && !group.kinds) group = group.parent_id === null ? undefined : byId.get(group.parent_id)
      return (group?.kinds ?? config?.alert_kinds ?? defaultKinds).includes('proximity')
    },
  }
}

async function readOpen(db: Kysely<Database>, organisation_id: number): Promise<Map<number, OpenAlert[]>> {
  const { rows } = await sql<Omit<OpenAlert, 'since'> & { rule_id: number }>`
    select a.proximity_rule_id as rule_id, a.id as alert_id, a.tracker_id, a.other_tracker_id from alert a
    where a.organisation_id = ${organisation_id} and a.kind = 'proximity' and a.ended_at is null
    order by a.id`.execute(db)
  return Map.groupBy(
    rows.map((row) => ({ ...row, since: null })),
    ({ rule_id }) => rule_id,
  )
}

async function readPending(db: Kysely<Database>, organisation_id: number): Promise<Map<number, Pending[]>> {
  const { rows } = await sql<Pending & { rule_id: number }>`
    select p.proximity_rule_id as rule_id, p.tracker_id, p.other_tracker_id,
      date_part('epoch', p.since) * 1000 as since
    from proximity_pair p where p.organisation_id = ${organisation_id}
    order by p.tracker_id, p.other_tracker_id`.execute(db)
  return Map.groupBy(rows, ({ rule_id }) => rule_id)
}

const none: Rule = { relation: 'nearer', distance_m: 1, hold_s: 0 }
/** A position older than this is not where the tracker is. */
const FRESH = sql`interval '10 minutes'`
const FRESH_MS = 600_000

export type RuleToJudge = { id: number; rule: Rule; sides: Sides; known: RuleState }
type StoredRule = Rule & {
  id: number
  tracker_id: number | null
  group_id: number | null
  other_tracker_id: number | null
  other_group_id: number | null
  schedule: Schedule | null
  active: boolean
}
type TrackerRow = { id: number; group_id: number | null; fix: Fix | null }
type Groups = { below(id: number): Set<number>; isRaised(id: number | null): boolean }
