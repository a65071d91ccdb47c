import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { defineAction } from '../crud/action.ts'
import { administeredFor } from '../crud/belonging.ts'
import { checkNotImpersonating } from '../crud/session/impersonation.ts'
import { transact } from '../crud/transact.ts'
import { takeAttempt } from '../http/attempts.ts'
import { listChannel, sendListTest } from '../messaging/list_test.ts'

/** A test of an organisation's alert settings: to its recipients, by each channel that it uses. */
export const sendOrganisationTest = defineAction({
  method: 'POST',
  path: 'organisationconfig/test',
  tags: ['organisationconfigs'],
  summary: 'Send a test to the recipients of an organisation’s alerts, by one channel or each that it uses',
  body: Type.Object(
    { organisation_id: Type.Optional(Id), channel: Type.Optional(listChannel) },
    { additionalProperties: false },
  ),
  answer: Type.Object({ message_ids: Type.Array(Id) }),
  status: 202,
  message: 'The test is on its way.',
  async run({ context, viewer, body }) {
    checkNotImpersonating(viewer)
    const organisation_id = administeredFor(viewer, body.organisation_id)
    await takeAttempt(context.db, 'test_alert', viewer.user_id)
    const of = sql<boolean>`c.organisation_id = ${organisation_id}`
    return transact(context, (trx) => sendListTest(trx, organisation_id, body.channel, sql`organisation_config`, of))
  },
})
