import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** The day of a row, by its table. */
const days: Record<string, string> = {
  cpd_assessment: 'observed_on',
  devactivity: 'completed_on',
  devfeedback: 'closes_on',
  procedure: 'date',
}
const moments: Record<string, string> = { devgoalprogress: 'at' }
/** Without a day: who supervises a rotation reads them while it lasts. */
const undated = ['devplan', 'devgoal', 'devqualification', 'devwaiver']

/**
 * What a relationship `r` for a rotation gives of a table: rows that are dated in its days, also when these are over,
 * and rows without a day while they last. Of what sums a whole cycle, such as a result or a report, it gives nothing.
 *
 * @param today of the organisation
 */
export function belongsToRotation(table: string, today: RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (table === 'cpd_rotation') return sql<SqlBool>`r.cpd_rotation_id = cpd_rotation.id`
  if (undated.includes(table)) return sql<SqlBool>`${today} between r.begins and r.ends`
  const day = dayOf(table)
  if (day === null) return sql<SqlBool>`false`
  const within = sql<SqlBool>`(r.begins <= ${today} and ${day} between r.begins and r.ends)`
  // An assessment of the rotation is written when it is over.
  return table === 'devform' ? sql<SqlBool>`coalesce(devform.cpd_rotation_id = r.cpd_rotation_id, ${within})` : within
}

function dayOf(table: string): RawBuilder<unknown> | null {
  if (days[table]) return sql.ref(`${table}.${days[table]}`)
  if (moments[table]) return dayAt(sql.ref(`${table}.${moments[table]}`))
  return table === 'devform' ? dayAt(sql`coalesce(devform.submitted_at, devform.created_at)`) : null
}

const dayAt = (moment: RawBuilder<unknown> | ReturnType<typeof sql.ref>) =>
  sql`(${moment} at time zone (select o.timezone from organisation o where o.id = r.organisation_id))::date`

/** The rotation on the day of a row, such as `Ward 7, Cardiology`; null without one. */
export const rotationOn = (table: string, day: string) =>
  sql<string | null>`(select concat_ws(', ', rot.place, nullif(rot.specialty, '')) from cpd_rotation rot
    where rot.user_id = ${sql.ref(`${table}.user_id`)}
      and rot.organisation_id = ${sql.ref(`${table}.organisation_id`)}
      and ${sql.ref(`${table}.${day}`)} between rot.begins and rot.ends limit 1)`

/** Accepted supervisors of the rotation of a case, on its day. */
export const supervisorsOfCase = (condition: RawBuilder<SqlBool>) =>
  sql<SqlBool>`exists (select from userrelationship r
    where r.user_id = procedure.user_id and r.organisation_id = procedure.organisation_id and r.state = 'accepted'
      and r.kind in ('supervisor', 'alternate') and r.cpd_rotation_id is not null
      and procedure.date between r.begins and r.ends and ${condition})`
