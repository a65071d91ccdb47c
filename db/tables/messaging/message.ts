import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { movedAccounts } from '../moves.ts'
import { isDaysAgo } from '../traits.ts'

const kinds = ['alert', 'digest', 'person', 'reminder', 'notice', 'enquiry', 'account', 'newsletter'] as const

/** A text to people. `message_delivery` has its addresses and their states. */
export const Message = defineTable({
  name: 'message',
  columns: {
    id: Id,
    /** Null for mails about accounts, and answers to people outside all organisations. */
    organisation_id: Nullable(Id),
    kind: Type.Unsafe<(typeof kinds)[number]>(Type.Union(kinds.map((kind) => Type.Literal(kind)))),
    /** Null: the system itself. */
    sender_user_id: Nullable(Id),
    /** Shown to people, comma-separated. */
    recipients: Type.String(),
    cc: Type.String(),
    bcc: Type.String(),
    subject: Type.String({ maxLength: 500 }),
    /** About an account: without its link. */
    text: Type.String({ maxLength: 50_000 }),
    /** Whom it is for while it is not sent (`api/messaging/drafts.ts`). */
    draft: Nullable(Type.Unsafe<object>(Type.Object({}))),
    tracker_id: Nullable(Id),
    alert_id: Nullable(Id),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  defaults: ['id', 'cc', 'bcc', 'draft', 'tracker_id', 'alert_id', 'created_at', 'modified_at'],
  moves: {
    values: {
      draft: sql`s.draft || jsonb_build_object(${sql.join(
        ['recipient_user_ids', 'cc_user_ids', 'bcc_user_ids'].flatMap((field) => [
          sql.lit(field),
          movedAccounts(sql`s.draft -> ${sql.lit(field)}`),
        ]),
      )})`,
    },
    named_in: ['message_id'],
  },
  purge: { phone: 'without_index' },
  past: sql`kind = 'account' and ${isDaysAgo('created_at')}`,
})
