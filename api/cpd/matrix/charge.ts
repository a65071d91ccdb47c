import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { billingAdministered } from '../../billing/access.ts'
import { contactOf } from '../../billing/books/contact.ts'
import { ensureBooks } from '../../billing/books/defaults.ts'
import { writeDraft } from '../../billing/invoices/invoice.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { checkQuota } from '../../crud/quotas.ts'
import { checkNotImpersonating } from '../../crud/session/impersonation.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { isAdministrator } from '../people/person_for.ts'
import { openMatrix, rowsOf, ShownPeople } from './matrix.ts'

/** People of one call. */
const MOST = 1000
/** Drafts of a transaction: on the embedded database others wait for it. */
const TOGETHER = 20

/** Such as a fee for submitting late: of each person once for a cycle and a product. */
export const chargeMatrix = defineAction({
  method: 'POST',
  path: 'cpd/matrix/charge',
  tags: ['cpd'],
  summary: 'Draft an invoice of a product for each of the people of a cycle whom a filter of the matrix shows',
  description:
    'For administrators of an organisation that has billing. Who has an invoice of this product for this cycle already ' +
    'gets no second one. Drafts are looked through and authorised under Billing.',
  body: Type.Object({ ...ShownPeople, product_id: Id }, { additionalProperties: false }),
  answer: Type.Object({
    invoices: Type.Integer({ description: 'Drafts that were written' }),
    before: Type.Integer({ description: 'People who have one already' }),
  }),
  status: 200,
  config: { idempotent: true },
  async run({ context, viewer, body: { product_id, state, ...of } }) {
    checkNotImpersonating(viewer)
    const matrix = await openMatrix(context.db, viewer, of)
    const { organisation_id } = matrix.cycle
    // What people have met is not for platform administrators, nor for a treasurer alone.
    if (!isAdministrator(viewer, organisation_id)) {
      throw new AppError(
        'forbidden',
        'Only who administers professional development and billing charges people of a cycle.',
      )
    }
    await billingAdministered(context.db, viewer, organisation_id)
    await ensureBooks(context.db, [organisation_id])
    const product = await context.db
      .selectFrom('product')
      .select(['code', 'name', 'currency', 'amounts_are'])
      .where('id', '=', product_id)
      .where('organisation_id', '=', organisation_id)
      .where('active', '=', true)
      .executeTakeFirst()
    if (!product) throw new AppError('not_found', 'There is no such product.', 'product_id')
    const ids: number[] = []
    for await (const { user_id } of rowsOf(context.db, viewer, matrix, state)) ids.push(user_id)
    if (ids.length === 0) throw new AppError('not_possible', 'The filter shows nobody.')
    if (ids.length > MOST) {
      throw new AppError('not_possible', `These are ${ids.length} people, and at most ${MOST} are charged at once.`)
    }
    const charge = {
      organisation_id,
      cycle: { id: matrix.cycle.id, name: matrix.name },
      product: { ...product, id: product_id },
    }
    let invoices = 0
    for (let at = 0; at < ids.length; at += TOGETHER) {
      invoices += await chargeSome(context, viewer, charge, ids.slice(at, at + TOGETHER))
    }
    return { invoices, before: ids.length - invoices }
  },
})

/** @returns how many drafts were written */
function chargeSome(context: ApiContext, viewer: Viewer, { organisation_id, cycle, product }: Charge, ids: number[]) {
  const { id: product_id, code, name, currency, amounts_are } = product
  const keys = new Map(ids.map((id) => [`cycle ${cycle.id}, product ${product_id}, person ${id}`, id]))
  return transact(context, async (trx) => {
    const charged = await trx
      .selectFrom('invoice')
      .select('client_key')
      .where('organisation_id', '=', organisation_id)
      .where('client_key', 'in', [...keys.keys()])
      .execute()
    for (const { client_key } of charged) keys.delete(client_key!)
    for (const [client_key, user_id] of keys) {
      const contact_id = await contactOf(trx, organisation_id, user_id)
      const of = { organisation_id, contact_id, currency, amounts_are, reference: cycle.name, client_key }
      const draft = { ...of, created_by_user_id: viewer.user_id }
      const { id } = await writeDraft(trx, draft, [{ item_code: code, description: `${name}: ${cycle.name}` }])
      await audit(trx, viewer, 'cpd.charge', { organisation_id, entity: 'invoice', entity_id: id })
    }
    if (keys.size > 0) await checkQuota(trx, 'invoices_per_day', { id: organisation_id })
    return keys.size
  })
}

type Charge = {
  organisation_id: number
  cycle: { id: number; name: string }
  product: {
    id: number
    code: string
    name: string
    currency: string
    amounts_are: 'exclusive' | 'inclusive' | 'no_tax'
  }
}
