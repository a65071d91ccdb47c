import { DateTime } from 'luxon'
import type { Client } from '#api/client.ts'
import { TIMEZONE, type Username } from './people.ts'
import { invoices, members, others, products } from './story.ts'

/** Writes the books of the demo club, as its treasurer. */
export class Books {
  #client: Client
  #organisation_id: number
  #ids: Map<Username, number>
  #today = DateTime.now().setZone(TIMEZONE).startOf('day')

  /** @param ids of the people */
  constructor(client: Client, organisation_id: number, ids: Map<Username, number>) {
    this.#client = client
    this.#organisation_id = organisation_id
    this.#ids = ids
  }

  async write(): Promise<void> {
    const organisation_id = this.#organisation_id
    const { data: configs } = await this.#client.list('billingconfig', { organisation_id })
    const payment_details = 'Bank account 12-3456-0078901-00, Ringfence demo club.'
    await this.#client.update('billingconfig', { id: configs[0]!.id, payment_details })
    for (const product of products) await this.#client.create('product', { ...product, organisation_id })
    await this.#enrol()
    await this.#invoice()
    await this.#offer()
    await this.#importStatement()
  }

  async #enrol(): Promise<void> {
    const { data: sold } = await this.#client.list('product', { organisation_id: this.#organisation_id, limit: 100 })
    for (const [username, [code, paid]] of Object.entries(members)) {
      const user_id = this.#ids.get(username as Username)!
      const product_id = sold.find((product) => product.code === code)!.id
      const { data: subscription } = await this.#client.create('subscription', {
        organisation_id: this.#organisation_id,
        user_id,
        product_id,
      })
      const { data: due } = await this.#client.list('invoice', { subscription_id: subscription.id })
      const { id, gross, payable } = due[0]!
      if (paid !== 'nothing') await this.#pay(id, paid === 'all' ? gross : payable, 0)
    }
  }

  async #invoice(): Promise<void> {
    const contacts = new Map<string, number>()
    for (const other of others) {
      const { data } = await this.#client.create('invoicing/contact', {
        ...other,
        organisation_id: this.#organisation_id,
      })
      contacts.set(other.name, data.id)
    }
    for (const { to, days, lines, paid, reference = '', credited } of invoices) {
      const { data: invoice } = await this.#client.call('POST', 'invoicing/invoices', {
        organisation_id: this.#organisation_id,
        contact_id: contacts.get(to) ?? (await this.#contactOf(to as Username)),
        issued_on: this.#day(days),
        reference,
        lines: lines.map(([item_code, quantity]) => ({ item_code, quantity })),
        authorise: paid !== 'draft',
      })
      const { id, gross } = invoice
      if (paid === 'all') await this.#pay(id, gross, Math.max(days - 8, 0))
      if (paid === 'part') await this.#pay(id, Math.round(gross / 2), days - 20)
      if (!credited) continue
      const crediting = { item_code: lines[0]![0], quantity: credited }
      await this.#client.call('POST', 'invoice/credit', {
        id,
        lines: [crediting],
        reason: 'Fewer came',
        authorise: true,
      })
    }
  }

  /** A quote for a course, which was sent, and advance money of the scouts. */
  async #offer(): Promise<void> {
    const organisation_id = this.#organisation_id
    const { data: found } = await this.#client.list('invoicing/contact', { organisation_id, search: 'Scouts' })
    const contact_id = found[0]!.id
    const lines = [{ item_code: 'AVALANCHE', quantity: '8', discount: '10' }]
    await this.#client.create('quote', { organisation_id, contact_id, lines, note: 'Eight leaders, in June.' })
    await this.#client.call('POST', 'invoicing/contact/receive', {
      id: contact_id,
      amount: 10_000,
      method: 'bank',
      reference: 'Deposit for the key',
    })
  }

  /** Money that has arrived and waits to be confirmed: of a member, of the school, and a fee of the bank. */
  async #importStatement(): Promise<void> {
    const organisation_id = this.#organisation_id
    const { data: open } = await this.#client.list('invoice', { organisation_id, open: true, limit: 100 })
    const owed = (name: string) => open.find(({ contact_name, type }) => contact_name === name && type === 'invoice')!
    const [oliver, school] = [owed('Oliver Chen'), owed('Hillside School')]
    const csv = [
      'Date,Amount,Payee,Particulars,Reference',
      `${this.#day(1)},${(oliver.open / 100).toFixed(2)},O CHEN,SUBS,${oliver.document_number}`,
      `${this.#day(1)},${(school.open / 100).toFixed(2)},HILLSIDE SCHOOL,HUT,`,
      `${this.#day(0)},-5.00,MONTHLY FEE,,`,
    ]
    const file = Buffer.from(csv.join('\n')).toString('base64')
    await this.#client.call('POST', 'bankstatement/import', { organisation_id, name: 'statement.csv', file })
  }

  async #pay(id: number, amount: number, days: number): Promise<void> {
    const at = days > 0 && { at: this.#today.minus({ days }).plus({ hours: 10 }).toUTC().toISO()! }
    await this.#client.call('POST', 'invoice/pay', { id, amount, method: 'bank', ...at })
  }

  async #contactOf(username: Username): Promise<number> {
    const user_id = this.#ids.get(username)!
    const query = { organisation_id: this.#organisation_id, user_id }
    return (await this.#client.list('invoicing/contact', query)).data[0]!.id
  }

  #day(days: number): string {
    return this.#today.minus({ days }).toISODate()!
  }
}
