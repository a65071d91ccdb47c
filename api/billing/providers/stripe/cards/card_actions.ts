import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import type { ApiContext } from '../../../../context.ts'
import { defineAction } from '../../../../crud/action.ts'
import { audit } from '../../../../crud/audit.ts'
import { read } from '../../../../crud/crud.ts'
import { IdQuery } from '../../../../crud/resource.ts'
import { checkNotImpersonating } from '../../../../crud/session/impersonation.ts'
import { transact } from '../../../../crud/transact.ts'
import type { Viewer } from '../../../../crud/viewer.ts'
import { takeAttempt } from '../../../../http/attempts.ts'
import { AppError } from '../../../../http/errors.ts'
import { billingOrganisation } from '../../../access.ts'
import { findConnected } from '../../connections.ts'
import { orAppError } from '../../errors.ts'
import { MANDATE_VERSION, mandateOf } from './mandate.ts'
import { endCard } from './remove.ts'
import { beginSetup, readSetup } from './setup.ts'
import { storedcard } from './storedcard.ts'

const closed = { additionalProperties: false }
const tags = ['subscriptions']

export const readMandate = defineAction({
  method: 'GET',
  path: 'storedcard/mandate',
  tags,
  summary: 'Read whether an organisation takes cards for renewals, and what one agrees to who stores one',
  query: Type.Object({ organisation_id: Type.Optional(Id) }, closed),
  answer: Type.Object({ is_possible: Type.Boolean(), version: Type.Integer(), text: Type.String() }),
  async run({ context: { db }, viewer, query }) {
    const organisation_id = await billingOrganisation(db, viewer, query.organisation_id)
    const { name } = await db
      .selectFrom('organisation')
      .select('name')
      .where('id', '=', organisation_id)
      .executeTakeFirstOrThrow()
    const is_possible = (await findConnected(db, organisation_id, 'stripe')) !== null
    return { is_possible, version: MANDATE_VERSION, text: mandateOf(name) }
  },
})

export const storeCard = defineAction({
  method: 'POST',
  path: 'storedcard/setup',
  tags,
  summary: 'Agree to the mandate, and make the page at Stripe on which one stores a card for renewals',
  body: Type.Object({ mandate_version: Type.Integer(), organisation_id: Type.Optional(Id) }, closed),
  answer: Type.Object({ id: Id, url: Type.String() }),
  status: 201,
  config: { lasting: true },
  async run({ context, viewer, body: { organisation_id: named, mandate_version } }) {
    checkPerson(viewer)
    const organisation_id = await billingOrganisation(context.db, viewer, named)
    if (!viewer.memberships.some((one) => one.organisation_id === organisation_id)) {
      throw new AppError('forbidden', 'Only members store a card.')
    }
    await takeAttempt(context.db, 'subscribe', viewer.user_id)
    const wish = { organisation_id, user_id: viewer.user_id, mandate_version }
    const made = await orAppError(beginSetup(context, wish))
    const about = { organisation_id, entity: 'storedcard', entity_id: made.id, details: { mandate_version } }
    await transact(context, (trx) => audit(trx, viewer, 'storedcard.setup', about))
    return made
  },
})

export const confirmCard = defineAction({
  method: 'POST',
  path: 'storedcard/confirm',
  tags,
  summary: 'Read at Stripe whether the card was stored, after coming back from there',
  body: IdQuery,
  answer: storedcard.row,
  async run({ context, viewer, body: { id } }) {
    const card = await ownCard(context, viewer, id)
    if (card.state === 'pending') await orAppError(readSetup(context, card))
    return read(context.db, storedcard, viewer, id)
  },
})

export const removeCard = defineAction({
  method: 'POST',
  path: 'storedcard/remove',
  tags,
  summary: 'Remove one’s card at once: nothing is charged to it from then on',
  body: IdQuery,
  answer: storedcard.row,
  message: 'The card has been removed.',
  config: { lasting: true },
  async run({ context, viewer, body: { id } }) {
    const { organisation_id } = await ownCard(context, viewer, id)
    await transact(context, async (trx) => {
      await trx.selectFrom('stored_card').select('id').where('id', '=', id).forUpdate().execute()
      await endCard(trx, id)
      await audit(trx, viewer, 'storedcard.remove', { organisation_id, entity: 'storedcard', entity_id: id })
    })
    return read(context.db, storedcard, viewer, id)
  },
})

/** A mandate is given by the person: neither in their place, nor by a program with their key. */
function checkPerson(viewer: Viewer): void {
  checkNotImpersonating(viewer)
  if (viewer.api_key) throw new AppError('forbidden', 'Cards are stored and removed by people, not with an API key.')
}

/** @throws {AppError} not_found for a card that one may not read, forbidden for that of another person */
async function ownCard({ db }: ApiContext, viewer: Viewer, id: number) {
  checkPerson(viewer)
  const { user_id } = await read(db, storedcard, viewer, id)
  if (user_id !== viewer.user_id) throw new AppError('forbidden', 'Only the person who has stored a card may do that.')
  return db
    .selectFrom('stored_card')
    .select(['organisation_id', 'session_id', 'state'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
