import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { ApiContext } from '../context.ts'
import { requireFeature } from '../crud/features.ts'
import type { Resource } from '../crud/resource.ts'
import { addResource } from '../crud/routes.ts'
import type { TypedApp } from '../http/typed_app.ts'
import { ensureBooks } from './books/defaults.ts'
import { addBooks } from './books/lists.ts'
import { addInvoiceFiles } from './documents/routes.ts'
import { addInvoiceActions } from './invoices/invoice_actions.ts'
import { addInvoiceTotals } from './invoices/invoice_totals.ts'
import { addTransactions } from './ledger/transaction_actions.ts'
import { addStore } from './store/store_routes.ts'
import { addSubscriptions } from './subscriptions/subscription_actions.ts'

/** Products, subscriptions, invoices and the ledger: 501 where billing is switched off. */
export async function addBilling(app: TypedApp, context: ApiContext, resources: Resource[]): Promise<void> {
  await app.register(async (encapsulated) => {
    const instance = encapsulated.withTypeProvider<TypeBoxTypeProvider>()
    instance.addHook('preHandler', requireFeature('billing'))
    instance.addHook('preHandler', async ({ viewer, query, body }) => {
      if (!viewer) return
      const named = Number(organisationIn(body) ?? organisationIn(query))
      const ids = viewer.memberships.map(({ organisation_id }) => organisation_id)
      await ensureBooks(context.db, viewer.platform_admin && named ? [...ids, named] : ids)
    })
    for (const resource of resources) addResource(instance, context, resource)
    addBooks(instance, context)
    addInvoiceTotals(instance, context)
    addInvoiceActions(instance, context)
    addInvoiceFiles(instance, context)
    addTransactions(instance, context)
    addSubscriptions(instance, context)
  })
  // Also for guests and for people who are no members yet: it checks the feature itself.
  addStore(app, context)
}

const organisationIn = (input: unknown) => (input as { organisation_id?: unknown } | null | undefined)?.organisation_id
