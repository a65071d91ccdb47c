import { type SqlBool, sql } from 'kysely'
import { mayIn } from '#db/privacy/roles.ts'

/** Whether a membership makes an administrator or a CPD officer, who decide in professional development. */
export const isManagerIn = (membership: string) =>
  sql<SqlBool>`(coalesce(${sql.ref(`${membership}.cpd_role`)} = 'officer', false)
    or ${mayIn(membership, 'cpd', 'write')} and exists (select from role r
      where r.organisation_id is null and r.name = ${sql.ref(`${membership}.role_name`)} and r.is_admin))`
