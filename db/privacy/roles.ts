import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Area, RoleLimits } from '../tables/people/role.ts'

/** Whether the role of the organisation that limits a member allows it; `m` is a row of `membership`. */
export const mayIn = (m: string, area: Area, need: 'read' | 'write'): RawBuilder<SqlBool> => sql`(
  ${sql.ref(`${m}.role_id`)} is null or exists (select from role r where r.id = ${sql.ref(`${m}.role_id`)}
    and r.areas ->> ${sql.lit(area)} ${need === 'read' ? sql`is not null` : sql`= 'write'`}))`

/** The role of the organisation that limits a member, as JSON; null without one. `m` is a row of `membership`. */
export const limitsOfMember = (m: string): RawBuilder<RoleLimits | null> => sql`(
  select json_build_object('id', r.id, 'name', r.name, 'areas', r.areas) from role r
  where r.id = ${sql.ref(`${m}.role_id`)})`
