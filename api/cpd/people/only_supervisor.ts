import { sql } from 'kysely'
import { todayIn } from '../access.ts'

/** The only person who may agree and verify for a person at present; null where nobody does, or several do. */
export const onlySupervisorOf = ({ organisation_id, user_id }: { organisation_id: number; user_id: number }) =>
  sql<number | null>`(select case when count(distinct r.other_user_id) = 1 then min(r.other_user_id) end
    from userrelationship r where r.organisation_id = ${organisation_id} and r.user_id = ${user_id}
      and r.state = 'accepted' and r.kind in ('supervisor', 'alternate')
      and coalesce(r.begins <= ${todayIn(sql.ref('r.organisation_id'))}, true)
      and coalesce(r.ends >= ${todayIn(sql.ref('r.organisation_id'))}, true))`
