import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { channels, states } from '#db/tables/messaging/message_delivery.ts'
import { type AlertChannel, alertChannels } from '#db/tables/people/alert_preferences.ts'
import { phoneNumber } from '#messages/phones.ts'
import { writeMessages } from '#messages/queue/write.ts'
import { languageOf } from '#messages/templates/built_in.ts'
import { defineAction } from '../crud/action.ts'
import { isMember, organisationFor } from '../crud/belonging.ts'
import { checkNotImpersonating } from '../crud/session/impersonation.ts'
import { afterCommit, transact } from '../crud/transact.ts'
import type { Viewer } from '../crud/viewer.ts'
import { takeAttempt } from '../http/attempts.ts'
import { AppError } from '../http/errors.ts'

const Channel = Type.String({ enum: [...alertChannels] })
const Body = Type.Object(
  { organisation_id: Type.Optional(Id), channel: Type.Optional(Type.Unsafe<AlertChannel>(Channel)) },
  { additionalProperties: false },
)
const Answer = Type.Object({
  /** The messages, one for each channel; `GET messages` has their states. */
  message_ids: Type.Array(Id),
  /** Selected channels for which the person has no address: no mobile number, no browser. */
  without_address: Type.Array(Channel),
})
const Query = Type.Object(
  { message_ids: Type.Array(Id, { minItems: 1, maxItems: alertChannels.length }) },
  { additionalProperties: false },
)
const Fate = Type.Object({
  channel: Type.String({ enum: [...channels] }),
  address: Type.String(),
  state: Type.String({ enum: [...states] }),
  reason: Nullable(Type.String()),
})

/** A test of one's own alert settings, sent to oneself by each channel that they use. */
export const sendAlertTest = defineAction({
  method: 'POST',
  path: 'userconfig/test',
  tags: ['userconfigs'],
  summary: 'Send a test to your own addresses, by one channel or each that your alert settings use',
  body: Body,
  answer: Answer,
  status: 202,
  message: 'The test is on its way.',
  async run({ context, viewer, body }) {
    checkNotImpersonating(viewer)
    const organisation_id = organisationFor(viewer, body.organisation_id)
    await takeAttempt(context.db, 'test_alert', viewer.user_id)
    return transact(context, (trx) => sendTest(trx, viewer, organisation_id, body.channel ?? null))
  },
})

export const readAlertTest = defineAction({
  method: 'GET',
  path: 'userconfig/test',
  tags: ['userconfigs'],
  summary: 'Read where your test went, and what became of it',
  query: Query,
  answer: Type.Array(Fate),
  async run({ context, viewer, query }) {
    const { user_id } = viewer
    // Only one's own: addresses of others stay private.
    const data = await context.db
      .selectFrom('message_delivery')
      .select(['channel', 'state', 'reason'])
      .select(sql<string>`case when channel = 'push' then '' else address end`.as('address'))
      .where('message_id', 'in', query.message_ids)
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute()
    return data
  },
})

async function sendTest(trx: Trx, { user_id }: Viewer, organisation_id: number, only: AlertChannel | null) {
  if (!(await isMember(trx, organisation_id, user_id))) {
    throw new AppError('not_possible', 'You are no member of this organisation, so none of its alerts are sent to you.')
  }
  const settings = await readSettings(trx, user_id, organisation_id)
  const { organisation, locale, email, phone_mobile, push_ids } = settings
  const selected = only === null ? settings.selected : [only]
  const number = phoneNumber(phone_mobile)
  const addresses: Record<AlertChannel, string[]> = {
    email: [email.toLowerCase()],
    sms: number ? [number] : [],
    push: push_ids.map(String),
  }
  const used = selected.filter((channel) => addresses[channel].length > 0)
  const without_address = selected.filter((channel) => !used.includes(channel))
  if (used.length === 0) {
    const sentence =
      without_address.length > 0 ? 'You have no address for the selected channels.' : 'No channel is selected.'
    throw new AppError('not_possible', sentence)
  }
  const { test_alert } = languageOf(locale)
  const ids = await writeMessages(
    trx,
    used.map((channel) => ({
      organisation_id,
      kind: 'alert' as const,
      sender_user_id: null,
      recipients: channel === 'push' ? 'browser' : addresses[channel].join(', '),
      subject: channel === 'sms' ? '' : test_alert.subject(organisation),
      text: test_alert.text(organisation),
      deliveries: addresses[channel].map((address) => ({ channel, user_id, address })),
    })),
  )
  afterCommit(trx, ({ notifyDelivery }) => notifyDelivery())
  return { message_ids: ids.map(Number), without_address }
}

/** The saved settings, or the defaults: the channels of any kind of alert. */
async function readSettings(trx: Trx, user_id: number, organisation_id: number): Promise<Settings> {
  const { rows } = await sql<Settings>`
    select o.name as organisation, coalesce(c.locale, u.locale) as locale, u.email, u.phone_mobile,
      array(select p.id::float8 from push_subscription p where p.user_id = u.id order by p.id) as push_ids,
      array(select channel from unnest(${sql.lit('{email,sms,push}')}::text[]) with ordinality as ch (channel, place)
        where channel = any(
          case when coalesce(c.alert_tracker_email, true) or coalesce(c.alert_phone_email, true) then array['email'] else '{}'::text[] end
          || case when c.alert_tracker_sms or c.alert_phone_sms then array['sms'] else '{}'::text[] end
          || case when coalesce(c.alert_tracker_push, true) or coalesce(c.alert_phone_push, true) then array['push'] else '{}'::text[] end
          || case when c.alert_on_return then c.return_channels end
          || case when c.alert_alarms then c.alarm_channels end
          || case when c.alert_offline then c.offline_channels end
          || array(select jsonb_array_elements_text(k.value) from jsonb_each(c.kind_channels) k))
        order by place) as selected
    from user_account u join organisation o on o.id = ${organisation_id}
      left join user_config c on c.organisation_id = o.id and c.user_id = u.id
    where u.id = ${user_id}`.execute(trx)
  return rows[0]!
}

type Settings = {
  organisation: string
  locale: string
  email: string
  phone_mobile: string | null
  push_ids: number[]
  selected: AlertChannel[]
}
