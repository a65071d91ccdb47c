import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { linksTo } from '#messages/links.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { contextOf } from '../../crud/transact.ts'
import { personalReminder, writePersonal } from '../../messaging/personal_reminder.ts'
import { sendMail } from '../../people/mails/send.ts'

/** Mails the link by which a person accepts or declines; the stored message does not show it. */
export async function mailInvitation(trx: Trx, id: number, token: string): Promise<void> {
  const { rows } = await sql<Invited>`
    select m.name, m.email, s.product_name, o.name as organisation, ${displayNameOf('u')} as inviter
    from subscription_member m join subscription s on s.id = m.subscription_id
    join organisation o on o.id = m.organisation_id left join user_account u on u.id = m.invited_by_user_id
    where m.id = ${id}`.execute(trx)
  const { name, email, product_name, organisation, inviter } = rows[0]!
  const link = linksTo(contextOf(trx).config.public_url).sharedMembership(token)
  const text = [
    `Dear ${name},`,
    `${inviter} invites you to share the membership “${product_name}” of ${organisation}, and pays for it.`,
    `Read what that means, and accept or decline within 30 days:\n${link}`,
    'If you do nothing, nothing changes.',
  ].join('\n\n')
  const subject = `${inviter} invites you to ${product_name}`.slice(0, 200)
  await sendMail(trx, { to: email, subject, text, link, works_s: 30 * 24 * 60 * 60 })
}

/** Notifies the payer of what became of a person. @param what continues the name of the person */
export async function notifyPayer(trx: Trx, of: { id: number; what: string }): Promise<void> {
  const { rows } = await sql<Payer>`
    select m.organisation_id, m.name, s.product_name, u.id as user_id, ${displayNameOf('u')} as person,
      case when u.email_proved_at is not null then u.email end as email
    from subscription_member m join subscription s on s.id = m.subscription_id
    join user_account u on u.id = s.user_id and u.active and u.deleted_at is null
    join membership o on o.user_id = u.id and o.organisation_id = m.organisation_id
    where m.id = ${of.id}`.execute(trx)
  const payer = rows[0]
  if (!payer) return
  const { organisation_id, user_id, person, email, name, product_name } = payer
  const subject = `${name} ${of.what}: ${product_name}`
  const link = linksTo(contextOf(trx).config.public_url).membership()
  const text = `${name} ${of.what}. Your membership ${product_name}: ${link}`
  const occasion = `shared membership ${of.id} ${of.what}`
  const reminder = personalReminder({ organisation_id, user_id, person, email, occasion, subject, text })
  await writePersonal(trx, user_id, reminder)
}

type Invited = { name: string; email: string; product_name: string; organisation: string; inviter: string }
type Payer = {
  organisation_id: number
  name: string
  product_name: string
  user_id: number
  person: string
  email: string | null
}
