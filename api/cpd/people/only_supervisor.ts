import { sql } from 'kysely'
import { todayIn } from '../access.ts'

/** The supervisor of a person at present; null without one, and where there are several. */
export const onlySupervisorOf = ({ organisation_id, user_id }: { organisation_id: number; user_id: number }) =>
  sql<number | null>`(select case when count(distinct r.other_user_id) = 1 then min(r.other_user_id) end
    from userrelationship r where r.organisation_id = ${organisation_id} and r.user_id = ${user_id}
      and r.state = 'accepted' and r.kind in ('supervisor', 'alternate')
      and coalesce(r.begins <= ${todayIn(sql.ref('r.organisation_id'))}, true)
      and coalesce(r.ends >= ${todayIn(sql.ref('r.organisation_id'))}, true))`
