import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { isPrivateEvidence } from '#db/privacy/evidence.ts'
import { Id, Nullable, Timestamp } from '#db/tables/columns.ts'
import { Message } from '#db/tables/messaging/message.ts'
import { channels, MessageDelivery, states } from '#db/tables/messaging/message_delivery.ts'
import { ofAdministrator, ofMember, scope } from '../crud/access.ts'
import { displayNameOf } from '../crud/names/display_name.ts'
import { atLeast, below, defineFilter, defineResource, equals } from '../crud/resource.ts'
import { rows } from '../crud/rows.ts'
import type { Viewer } from '../crud/viewer.ts'
import { changeDraft, Draft, DraftChanges, draftColumn, readsDraft, saveDraft } from './drafts.ts'
import { MessageBody, sendMessage } from './send.ts'

const { role, user_id, attempts, reason, provider } = MessageDelivery.columns
const When = Nullable(Timestamp)
const times = { queued: When, sent: When, delivered: When, opened: When, read: When, failed: When }
const Delivery = Type.Object({
  id: Id,
  channel: Type.String({ enum: [...channels] }),
  role,
  user_id,
  /** Null for addresses of members that the viewer may not see. */
  address: Nullable(Type.String()),
  state: Type.String({ enum: [...states] }),
  attempts,
  provider,
  reason,
  ...times,
})
const messageStates = ['draft', ...states] as const
const State = Type.Unsafe<(typeof messageStates)[number]>(Type.Union(messageStates.map((state) => Type.Literal(state))))

export const message = defineResource({
  name: 'message',
  plural: 'messages',
  about: 'List messages, with their deliveries',
  table: 'message',
  row: Type.Object({
    ...Message.columns,
    draft: Draft,
    sender: Nullable(Type.String()),
    /** Draft until it is sent. Of all deliveries: failed if one has, queued if one still is, held if one is deferred, unsent if one stays in the outbox. */
    state: State,
    ...times,
    reason: Nullable(Type.String()),
    /** How many files are attached: `GET attachments`. */
    attachments: Type.Integer(),
    deliveries: Type.Array(Delivery),
  }),
  computed: {
    sender: sql`(select ${displayNameOf('u')} from user_account u where u.id = message.sender_user_id)`,
    draft: draftColumn,
    state:
      of(sql`case when message.draft is not null then 'draft' when bool_or(d.state = 'failed') then 'failed' when bool_or(d.state = 'queued') then 'queued'
      when bool_or(d.state = 'held') then 'held' when bool_or(d.state = 'unsent') then 'unsent'
      when bool_and(d.state = 'delivered') then 'delivered' else 'sent' end`),
    queued: of(sql`min(d.queued)`),
    // Sent and delivered when all deliveries are; opened and read when one is.
    sent: of(sql`case when bool_and(d.sent is not null) then max(d.sent) end`),
    delivered: of(sql`case when bool_and(d.delivered is not null) then max(d.delivered) end`),
    opened: of(sql`min(d.opened)`),
    read: of(sql`min(d.read)`),
    failed: of(sql`max(d.failed)`),
    reason: of(sql`string_agg(distinct d.reason, '; ')`),
    attachments: sql<number>`(select count(*)::int from attachment a join file f on f.id = a.file_id
      where a.message_id = message.id and f.deleted_at is null and not ${isPrivateEvidence('f')})`,
    deliveries: deliveriesFor,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    kind: equals('kind', Message.columns.kind),
    sender_user_id: equals('sender_user_id', Id),
    recipient_user_id: defineFilter(Id, (id) => anyDelivery(sql`d.user_id = ${id}`)),
    unread_by_user_id: defineFilter(Id, (id) =>
      anyDelivery(sql`d.user_id = ${id} and d.channel = 'app' and d.read is null`),
    ),
    state: defineFilter(State, (state) =>
      state === 'draft' ? sql<SqlBool>`message.draft is not null` : anyDelivery(sql`d.state = ${state}`),
    ),
    is_draft: defineFilter(Type.Boolean(), (is_draft) => sql<SqlBool>`(message.draft is not null) = ${is_draft}`),
    tracker_id: equals('tracker_id', Id, 'tracker'),
    alert_id: equals('alert_id', Id),
    from: atLeast('created_at', Timestamp),
    to: below('created_at', Timestamp),
  },
  search: ['subject', 'text', 'recipients'],
  sort: { id: null, created_at: null, modified_at: null },
  default_sort: '-id',
  is_history: true,
  attachable: sql<string>`message.subject`,
  reads,
  writes(viewer) {
    const all = ofAdministrator(viewer, 'message.organisation_id')
    return scope(all.extent, sql<SqlBool>`case when message.draft is null then ${all} else ${readsDraft(viewer)} end`)
  },
  quota: { organisation: 'messages_per_day' },

  create: {
    body: MessageBody,
    run: (trx, viewer, body) => (body.state === 'draft' ? saveDraft : sendMessage)(trx, viewer, body),
  },
  // Of drafts only; one is sent by `POST message/send`.
  update: { body: DraftChanges, run: changeDraft },
  remove: (trx, _viewer, target) => rows(trx, 'message').remove(target),
})

/** The deliveries of a message, as JSON. */
export function deliveriesFor(viewer: Viewer) {
  return of(sql`coalesce(json_agg(json_build_object('id', d.id, 'channel', d.channel, 'role', d.role,
      'user_id', d.user_id, 'address', case when ${isAddressVisible(viewer)} then d.address end,
      'state', d.state, 'attempts', d.attempts, 'provider', d.provider, 'reason', d.reason,
      ${sql.join(Object.keys(times).map((name) => sql`${sql.lit(name)}, ${iso(name)}`))}) order by d.id), '[]')`)
}

/** Administrators read their organisation's messages; others those that they sent or received. Drafts: their writer. */
function reads(viewer: Viewer) {
  const all = ofAdministrator(viewer, 'message.organisation_id')
  const withoutOthersDrafts = sql<SqlBool>`(message.draft is null or ${readsDraft(viewer)})`
  if (viewer.platform_admin) return scope('all', withoutOthersDrafts)
  const own = sql<SqlBool>`(${ofMember(viewer, 'message.organisation_id')} and (
    message.sender_user_id = ${viewer.user_id}
    or message.id in (select d.message_id from message_delivery d where d.user_id = ${viewer.user_id})))`
  return scope(all.extent === 'all' ? 'all' : 'own', sql<SqlBool>`((${all} or ${own}) and ${withoutOthersDrafts})`)
}

/** Addresses of members are hidden from others: those of personal messages, and telephone numbers of alerts. */
function isAddressVisible({ user_id, platform_admin }: Viewer) {
  if (platform_admin) return sql`(message.kind <> 'person' or d.channel = 'app')`
  const digits = (number: ReturnType<typeof sql>) => sql`right(regexp_replace(${number}, '[^0-9]', '', 'g'), 7)`
  return sql`((message.kind <> 'person' or d.channel = 'app')
    and (d.channel <> 'sms' or d.user_id is null or d.user_id = ${user_id} or not exists (
      select from user_account u where u.id = d.user_id
        and ${digits(sql`u.phone_mobile`)} = ${digits(sql`d.address`)})))`
}

function of(value: ReturnType<typeof sql>) {
  return sql`(select ${value} from message_delivery d where d.message_id = message.id)`
}

function anyDelivery(condition: ReturnType<typeof sql>) {
  return sql<SqlBool>`exists (select from message_delivery d where d.message_id = message.id and ${condition})`
}

/** Timestamps in the format of the database drivers. */
function iso(column: string) {
  return sql`to_char(${sql.ref(`d.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}
