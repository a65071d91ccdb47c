import { recordPayment } from '#api/billing/ledger/record.ts'
import { begin } from '#api/billing/subscriptions/begin.ts'
import type { Db, Trx } from '#db/database.ts'
import type { Network } from '../../network.ts'
import type { Shop } from '../../seeds/billing.ts'
import type { Person } from '../../seeds/people.ts'

/** What tests do with memberships of a shop on any day. @param of is asked at each call: `beforeAll` makes it */
export function subscribers(of: () => { network: Network; shop: Shop; products: Record<string, number> }) {
  const trx = <T>(work: (trx: Trx) => Promise<T>) => of().network.db.transaction().execute(work)
  return {
    trx,
    /** A product of the shop, by its code from then on. */
    async make(code: string, unit_amount: number, more: object) {
      const { shop, products } = of()
      const body = { code, name: code, unit_amount, ...more }
      products[code] = (
        await shop.administrator.client.create('product', { amounts_are: 'inclusive', ...body } as never)
      ).data.id
    },
    /** What happens to memberships on a day. */
    run(today: string) {
      const task = of().network.server.api.tasks.find(({ name }) => name.startsWith('memberships'))!
      return (task.run as (day: string) => Promise<void>)(today)
    },
    async subscribe({ id: user_id }: Person, product: string, today: string) {
      const { shop, products } = of()
      const wish = { organisation_id: shop.id, user_id, product_id: products[product]!, today }
      return (await trx((trx) => begin(trx, wish))).id
    },
    subscriptionOf: (id: number, db: Db = of().network.db) =>
      db.selectFrom('subscription').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    /** Pays what is open of a membership's invoices. */
    async payAll(subscription_id: number) {
      const open = await of()
        .network.db.selectFrom('invoice')
        .select(['id', 'gross', 'paid'])
        .where('subscription_id', '=', subscription_id)
        .where('state', '=', 'authorised')
        .where('type', '=', 'invoice')
        .execute()
      for (const { id, gross, paid } of open) {
        await trx((trx) => recordPayment(trx, id, { kind: 'payment', amount: gross - paid }))
      }
    },
  }
}
