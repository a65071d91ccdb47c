import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { recipientReasons } from '#db/alerts/explanation.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { channels, states } from '#db/tables/messaging/message_delivery.ts'
import { Alert, type AlertKind } from '#db/tables/tracking/alert.ts'
import { HeldAlert } from '#db/tables/tracking/held_alert.ts'
import type { ApiContext } from '../../context.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { managesAll, organisationsOf, type Viewer } from '../../crud/viewer.ts'
import { deliveriesFor, message } from '../../messaging/message.ts'

const When = Nullable(Timestamp)
const text = Nullable(Type.String())
const Channels = Type.Enum([...channels])
const { channel, because, due_at } = HeldAlert.columns
/** Whose it is; both null for the list of the organisation. */
const whose = { user_id: Nullable(Id), name: text, list_group_id: Nullable(Id) }

export const Notified = Type.Object({
  alert_id: Nullable(Id),
  kind: { ...Alert.columns.kind, description: 'Of the alert, or left_boundary if there was none' },
  recipients: Type.Array(
    Type.Object({
      ...whose,
      notified: Type.Boolean(),
      because: Type.Enum([...recipientReasons]),
      channels: Type.Array(Channels),
      quiet: When,
    }),
    { description: 'By the settings of now: all for Administrators, else yourself' },
  ),
  deliveries: Type.Array(
    Type.Object({
      message_id: Id,
      user_id: Nullable(Id),
      name: text,
      channel: Channels,
      address: text,
      state: Type.Enum([...states]),
      reason: text,
      provider: text,
      queued: When,
      sent: When,
      delivered: When,
      read: When,
      failed: When,
    }),
    { description: 'Of messages that you may read' },
  ),
  deferred: Type.Array(Type.Object({ ...whose, channel, because, due_at }), { description: 'Kept for a digest' }),
})
export type Notified = Static<typeof Notified>

/** Who is notified of an alert, or would be of leaving, and what became of its messages. */
export async function readNotified(context: ApiContext, viewer: Viewer, of: Subject): Promise<Notified> {
  const { db, config } = context
  const { organisation_id, tracker_id, subject, at } = of
  const manages = viewer.platform_admin || organisationsOf(viewer, ...managesAll).includes(organisation_id)
  const isOwn = ({ user_id }: { user_id: number | null }) => manages || user_id === viewer.user_id
  const kind = subject?.kind ?? 'left_boundary'
  const occasion = { organisation_id, tracker_id, alert_id: subject?.id ?? null, occasion: kind }
  const moment = subject ? Date.parse(subject.raised_at) : at
  const recipients = (await context.explainRecipients(db, config.quotas, occasion, moment)).filter(isOwn)
  const deliveries = subject ? await deliveriesOf(context, viewer, { ...of, subject }) : []
  const deferred = subject ? (await deferredOf(context, subject.id)).filter(isOwn) : []
  const nameOf = await namesOf(context, [...recipients, ...deliveries, ...deferred])
  return {
    alert_id: subject?.id ?? null,
    kind,
    recipients: recipients.map((one) => ({ ...one, name: nameOf(one) })),
    deliveries: deliveries.map((one) => ({ ...one, name: nameOf(one) })),
    deferred: deferred.map((one) => ({ ...one, name: nameOf(one) })),
  }
}

/** Messages about being offline do not name their alert. */
async function deliveriesOf({ db }: ApiContext, viewer: Viewer, of: Subject & { subject: SubjectAlert }) {
  const { organisation_id, tracker_id, subject } = of
  const { rows } = await sql<{ id: number; deliveries: Delivery[] }>`
    select message.id, ${deliveriesFor(viewer)} as deliveries from message
    where message.organisation_id = ${organisation_id} and message.kind = 'alert' and ${message.reads(viewer)}
      and (message.alert_id = ${subject.id} or (${subject.kind === 'offline'} and message.alert_id is null
        and message.tracker_id = ${tracker_id}
        and message.created_at between ${subject.started_at}::timestamptz
          and coalesce(${subject.ended_at}::timestamptz, now()) + interval '1 hour'))
    order by message.id limit ${MOST}`.execute(db)
  return rows.flatMap(({ id, deliveries }) => deliveries.map((one) => ({ ...one, message_id: id }))).slice(0, MOST)
}

async function deferredOf({ db }: ApiContext, alert_id: number) {
  return await db
    .selectFrom('held_alert')
    .select(['user_id', 'list_group_id', 'channel', 'because', 'due_at'])
    .where('alert_id', '=', alert_id)
    .orderBy('id')
    .limit(MOST)
    .execute()
}

/** The names of people and of groups whose list it is. */
async function namesOf({ db }: ApiContext, all: { user_id: number | null; list_group_id?: number | null }[]) {
  const idsOf = (ids: (number | null | undefined)[]) => [...new Set(ids.filter((id) => typeof id === 'number'))]
  const people = idsOf(all.map(({ user_id }) => user_id))
  const groups = idsOf(all.map(({ list_group_id }) => list_group_id))
  const { rows } = await sql<{ key: string; name: string }>`
    select 'u' || u.id as key, ${displayNameOf('u')} as name from user_account u
      where u.id = any(${`{${people.join()}}`}::bigint[])
    union all select 'g' || g.id, g.name from tracker_group g where g.id = any(${`{${groups.join()}}`}::bigint[])`.execute(
    db,
  )
  const names = new Map(rows.map((row) => [row.key, row.name]))
  return ({ user_id, list_group_id }: (typeof all)[number]) =>
    names.get(user_id === null ? `g${list_group_id}` : `u${user_id}`) ?? null
}

/** Of an alert, as many people are notified at most as are shown. */
const MOST = 200

type SubjectAlert = { id: number; kind: AlertKind; started_at: string; raised_at: string; ended_at: string | null }
type Subject = { organisation_id: number; tracker_id: number; subject: SubjectAlert | null; at: number }
type Delivery = Omit<Notified['deliveries'][number], 'message_id' | 'name'>
