import { sql } from 'kysely'
import { isServed } from '#db/moving/hold.ts'
import type { ApiContext } from '../../context.ts'
import { AppError } from '../../http/errors.ts'
import type { AuthorFinder } from '../authority.ts'
import { sendInvoice } from '../documents/send.ts'

const AT_ONCE = 200

/**
 * Mails what was authorised, once each: the invoice says whether it was. It goes to the confirmed address of a member's
 * account, since that of their contact is theirs to change; else to the contact's. What fails is tried again for a week.
 */
export async function sendMade(context: ApiContext, author: AuthorFinder): Promise<void> {
  const { rows } = await sql<Unsent>`
    select n.id as run_id, i.id, i.organisation_id, r.author_user_id,
      case when i.user_id is null then k.email when u.email_proved_at is not null then u.email end as email
    from recurring_run n join recurring_invoice r on r.id = n.recurring_invoice_id and r.sends
    join invoice i on i.id = n.invoice_id join contact k on k.id = i.contact_id
    left join user_account u on u.id = i.user_id and u.active and u.deleted_at is null and u.confirmed_at is not null
    join organisation_config c on c.organisation_id = i.organisation_id and 'billing' = any(c.features)
    where n.state = 'made' and i.sent_at is null and i.state in ('authorised', 'paid')
      and i.authorised_at > now() - interval '7 days' and ${isServed(sql`i.organisation_id`)}
    order by i.id limit ${AT_ONCE}`.execute(context.db)
  for (const { run_id, id, email, ...of } of rows) {
    const viewer = await author(of)
    if (!viewer) continue
    let problem: string | null = null
    try {
      if (email === null) throw new AppError('not_possible', 'It was not mailed: there is no confirmed e-mail address.')
      await sendInvoice(context, id, { viewer, to: email, once: true })
    } catch (error) {
      if (error instanceof AppError && error.code === 'conflict') continue
      context.log.warn({ invoice: id, err: error }, 'a recurring invoice was not mailed; the next run tries again')
      problem = error instanceof AppError ? error.message : 'It was not mailed; that is tried again.'
    }
    await sql`update recurring_run set problem = ${problem} where id = ${run_id}`.execute(context.db)
  }
}

type Unsent = {
  run_id: number
  id: number
  organisation_id: number
  author_user_id: number | null
  email: string | null
}
