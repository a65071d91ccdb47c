import { type SqlBool, sql } from 'kysely'
import { administers } from '../crud/belonging.ts'
import type { ImportKind, Resolving } from '../crud/imports/kind.ts'
import { splitTexts } from '../crud/imports/parse.ts'
import { contextOf } from '../crud/transact.ts'
import { wrong } from '../http/errors.ts'
import { groupOf } from '../tracking/imports/trackers.ts'
import { invitation } from './invitation.ts'

/** People by their addresses: each gets an invitation, and a link to hand over where the installation sends no mail. */
export const invited: ImportKind = {
  resource: invitation,
  key: ['email'],
  columns: {
    email: { required: true, aliases: ['e-mail', 'mail', 'address', 'email address', 'e-mail address', 'īmēra'] },
    role: { field: 'role_name', required: true, aliases: ['role name', 'rights', 'rolle', 'tūranga'] },
    own_role: { field: 'role_id', aliases: ['own role', 'limited to', 'eigene rolle'], needs: 'role', resolve: roleOf },
    groups: { field: 'group_ids', aliases: ['group', 'depot', 'region', 'gruppe', 'rōpū'], resolve: groupsOf },
  },
  same: ({ email = '' }) => email.toLowerCase(),
  given: (trx) => (contextOf(trx).config.sends_mail ? {} : { by_link: true }),
  async find(trx, { viewer, organisation_id, values }) {
    const email = values.email!.toLowerCase()
    const { rows: open } = await sql<{ id: number }>`select invitation.id from invitation
      where invitation.organisation_id = ${organisation_id} and lower(invitation.email) = ${email}
        and invitation.expires_at > now() and ${sql<SqlBool>`${invitation.reads(viewer)}`}`.execute(trx)
    if (open[0]) return Number(open[0].id)
    // Others learn nothing of who is a member: what they write is refused.
    if (!administers(viewer, organisation_id)) return undefined
    const { rows: members } = await sql`select from membership m join user_account u on u.id = m.user_id
      where m.organisation_id = ${organisation_id} and lower(u.email) = ${email}`.execute(trx)
    return members.length > 0 ? null : undefined
  },
}

/** The role of the organisation with this name. */
async function roleOf(text: string, { trx, organisation_id }: Resolving): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from role
    where organisation_id = ${organisation_id} and lower(name) = lower(${text.trim()})`.execute(trx)
  if (!rows[0]) throw wrong('own_role', `there is no role ${text.trim()}.`)
  return Number(rows[0].id)
}

/** Ids of groups by their paths, several with semicolons. */
async function groupsOf(text: string, at: Resolving): Promise<number[]> {
  const ids = []
  for (const path of splitTexts(text)) ids.push(await groupOf(path, at))
  return [...new Set(ids)]
}
