import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { writeMessages } from '#messages/queue/write.ts'
import { languageOf } from '#messages/templates/built_in.ts'
import { afterCommit } from '../crud/transact.ts'
import { AppError } from '../http/errors.ts'

const channels = ['email', 'sms'] as const
const recipientsBy = { email: 'email_recipients', sms: 'phone_recipients' } as const

/** Lists have no browsers. */
export const listChannel = Type.Unsafe<(typeof channels)[number]>(Type.String({ enum: [...channels] }))

const listed = (text: string) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)

/**
 * Sends a test of alert settings to the recipients of their lists, an organisation's or a group's.
 *
 * @param only all that the settings use unless given
 * @param table of the settings, `c`
 */
export async function sendListTest(
  trx: Trx,
  organisation_id: number,
  only: string | undefined,
  table: RawBuilder<unknown>,
  which: RawBuilder<boolean>,
) {
  const { rows } = await sql<Settings>`
    select o.name as organisation, o.locale, c.email_recipients, c.phone_recipients,
      c.alert_email or 'email' = any(${own('return', 'alert_on_return')} || ${own('alarm', 'alert_alarms')}
        || ${own('offline', 'alert_offline')} || ${ofKinds}) as by_email,
      c.alert_sms or 'sms' = any(${own('return', 'alert_on_return')} || ${own('alarm', 'alert_alarms')}
        || ${own('offline', 'alert_offline')} || ${ofKinds}) as by_sms
    from ${table} c join organisation o on o.id = c.organisation_id where ${which}`.execute(trx)
  const settings = rows[0]
  const by = channels
    .filter((channel) => (only === undefined ? settings?.[`by_${channel}`] : channel === only))
    .map((channel) => ({ channel, addresses: listed(settings?.[recipientsBy[channel]] ?? '') }))
    .filter(({ addresses }) => addresses.length > 0)
  if (!settings || by.length === 0) throw new AppError('not_possible', 'No recipients are saved for these channels.')
  const { test_alert } = languageOf(settings.locale)
  const ids = await writeMessages(
    trx,
    by.map(({ channel, addresses }) => ({
      organisation_id,
      kind: 'alert' as const,
      sender_user_id: null,
      recipients: addresses.join(', '),
      subject: channel === 'sms' ? '' : test_alert.subject(settings.organisation),
      text: test_alert.text(settings.organisation),
      deliveries: addresses.map((address) => ({ channel, user_id: null, address })),
    })),
  )
  afterCommit(trx, ({ notifyDelivery }) => notifyDelivery())
  return { message_ids: ids.map(Number) }
}

/** The channels of a kind of alert that is on. */
const own = (kind: string, flag: string) =>
  sql`case when ${sql.ref(`c.${flag}`)} then coalesce(${sql.ref(`c.${kind}_channels`)}, '{}') else '{}' end`

/** The channels of the kinds that have their own. */
const ofKinds = sql`array(select jsonb_array_elements_text(k.value) from jsonb_each(c.kind_channels) k)`

type Settings = {
  organisation: string
  locale: string
  email_recipients: string
  phone_recipients: string
  by_email: boolean
  by_sms: boolean
}
