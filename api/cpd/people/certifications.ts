import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../../crud/viewer.ts'
import { readsPersonal, todayIn } from '../access.ts'

/** Whether a qualification holds today, in its organisation's time zone, and an administrator has confirmed it. */
export const qualificationState: RawBuilder<string> = sql`case when devqualification.suspended then 'suspended'
  when coalesce(devqualification.extended_until, devqualification.expires_on)
    < ${todayIn(sql.ref('devqualification.organisation_id'))} then 'lapsed'
  when devqualification.confirmed_at is null then 'unconfirmed' else 'held' end`

/** The qualifications of a user that the viewer may read, the one that expires last first. */
export const certificationsOfUser = (viewer: Viewer) => sql`coalesce((
  select json_agg(json_build_object('id', id, 'organisation_id', organisation_id, 'type', type, 'name', name,
    'level', level, 'issuer', issuer, 'issued_on', issued_on, 'expires_on', expires_on,
    'state', ${qualificationState}) order by expires_on desc nulls first, id)
  from devqualification
  where devqualification.user_id = user_account.id and ${readsPersonal(viewer, 'devqualification')}), '[]'::json)`
