import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { type Client, createClient } from '#api/client.ts'
import { hashPassword } from '#api/people/passwords/hash.ts'
import { password_cost } from '#db/tables/people/password_cost.ts'
import { type FakeStripe, STRIPE_KEY, startStripe } from '../../tests/billing/fake_stripe.ts'
import { type RingfenceServer, startServer } from '../server/compose.ts'
import { readConfig } from '../server/config.ts'
import type { Account, Document } from './account.ts'
import type { Answer } from './card.ts'
import { moveTo } from './clock.ts'
import { TIMEZONE } from './days.ts'
import { DUE_DAYS } from './periods.ts'
import { CODE, type Code, type Product, products, toBody } from './products.ts'

const PASSWORD = 'a password of the club year'
/** The longest wait of a push until its next try. */
const MINUTES = 40

/** The club as its people meet it: a whole server in this process, REST, and a stand-in for Stripe. */
export class Club {
  readonly server: RingfenceServer
  readonly stripe: FakeStripe
  readonly url: string
  readonly id: number
  treasurer!: Client
  readonly products = new Map<Code, Product>()
  readonly #tasks: Record<string, () => Promise<void>> = {}

  private constructor(server: RingfenceServer, stripe: FakeStripe, id: number) {
    this.server = server
    this.stripe = stripe
    this.url = `http://127.0.0.1:${server.http_port}`
    this.id = id
  }

  /** @param settings `DATA_DIR`, of a new folder */
  static async start(settings: Record<string, string>): Promise<Club> {
    Object.assign(password_cost, { memory: 64, passes: 1 })
    const stripe = await startStripe()
    const ports = { HTTP_PORT: '0', MQTT_PORT: '0', OSMAND_PORT: '0', MQTTS_PORT: '0', TCP_PORTS: 'off' }
    const more = { HOST: '127.0.0.1', HTTP_RATE: '100000', LOG_LEVEL: 'error', DATABASE_STATEMENT_S: '120' }
    const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: PASSWORD }
    const config = readConfig({ ...ports, ...more, ...admin, ...stripe.settings, ...settings })
    config.api.check_answers = true
    const server = await startServer(config)
    const { id } = await server.database.db
      .insertInto('organisation')
      .values({ name: 'Club of the year', timezone: TIMEZONE, currency: 'NZD' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const club = new Club(server, stripe, id)
    club.#takeTasks()
    await club.#furnish()
    return club
  }

  /** The script says when they run, so that the book knows the moment. */
  #takeTasks(): void {
    for (const task of Object.values(this.server.tasks).flat()) {
      const { name, run } = task
      this.#tasks[name] = run.bind(task) as () => Promise<void>
      task.run = async () => {}
    }
  }

  async #furnish(): Promise<void> {
    const { db } = this.server.database
    await sql`insert into organisation_config (organisation_id, features) values (${this.id}, '{files,billing}')
      on conflict (organisation_id) do update set features = excluded.features`.execute(db)
    const treasurer = await this.#addAccount('treasurer')
    await db
      .insertInto('membership')
      .values({ organisation_id: this.id, user_id: treasurer, role_name: 'Administrator' })
      .execute()
    await this.newDay()
    const { data: configs } = await this.treasurer.list('billingconfig', { organisation_id: this.id })
    const payment_details = '12-3456-7890123-00'
    await this.treasurer.update('billingconfig', { id: configs[0]!.id, due_days: DUE_DAYS, payment_details })
    for (const [code, product] of Object.entries(products) as [Code, Product][]) {
      const { data } = await this.treasurer.create('product', toBody(code, product) as never)
      this.products.set(code, { ...product, id: data.id, code })
    }
    await this.treasurer.create('discountcode', { organisation_id: this.id, ...CODE } as never)
    await this.post('invoicing/connect', { kind: 'stripe', secret_key: STRIPE_KEY, organisation_id: this.id })
  }

  /** Sessions end within a year. */
  async newDay(): Promise<void> {
    this.treasurer = await this.signIn('treasurer')
  }

  async #addAccount(username: string): Promise<number> {
    const { id } = await this.server.database.db
      .insertInto('user_account')
      .values({
        username,
        email: `${username}@example.com`,
        password_hash: await hashPassword(PASSWORD),
        confirmed_at: sql<string>`now()`,
        email_proved_at: sql<string>`now()`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  async register(account: Account): Promise<Person> {
    return { account, user_id: await this.#addAccount(account.name), contact_id: null, ids: [] }
  }

  async signIn(username: string): Promise<Client> {
    const guest = createClient({ base: this.url, retries: 0 })
    const { data } = await guest.call('POST', 'user/signin', { username, password: PASSWORD })
    return createClient({ base: this.url, token: () => data.token, retries: 0 })
  }

  // biome-ignore lint/suspicious/noExplicitAny: the script calls what the book names
  async post(path: string, body: object, client = this.treasurer): Promise<any> {
    return (await client.call('POST', path as never, body as never)).data
  }

  /** Joins by the store, perhaps with the club's code. */
  async subscribe(person: Person, product: Product, has_code: boolean): Promise<number> {
    const client = await this.signIn(person.account.name)
    const { subscription } = await this.post(
      'subscriptionStore/subscribe',
      { product_id: product.id, ...(has_code && { discount_code: CODE.code }) },
      client,
    )
    const contact = await this.server.database.db
      .selectFrom('contact')
      .select('id')
      .where('user_id', '=', person.user_id)
      .executeTakeFirstOrThrow()
    person.contact_id = contact.id
    return subscription.id
  }

  async storeCard(person: Person, bank: Answer[]): Promise<void> {
    const client = await this.signIn(person.account.name)
    const { data: mandate } = await client.call('GET', 'storedcard/mandate', { organisation_id: this.id })
    await this.post('storedcard/setup', { organisation_id: this.id, mandate_version: mandate.version }, client)
    await this.deliver(this.stripe.store([...this.stripe.sessions.keys()].at(-1)!, [...bank]))
  }

  /** Pays at Stripe's page. @returns the event, which may be delivered late, twice or never */
  async payAtStripe(person: Person, document: Document): Promise<StripeEvent> {
    const client = await this.signIn(person.account.name)
    await this.post('invoice/checkout', { id: await this.idOf(person, document) }, client)
    return this.stripe.pay([...this.stripe.sessions.keys()].at(-1)!)
  }

  /** The bank of the person takes a payment back, or gives it to the club again. */
  async dispute(paid: StripeEvent, step: 'funds_withdrawn' | 'funds_reinstated', amount: number): Promise<void> {
    const { payment_intent } = (paid.data as { object: { payment_intent: string } }).object
    const about = { object: 'dispute', amount, currency: 'nzd', reason: 'fraudulent', status: 'under_review' }
    await this.deliver(
      this.stripe.event(`charge.dispute.${step}`, { id: `dp_${payment_intent}`, payment_intent, ...about }),
    )
  }

  async deliver(event: StripeEvent): Promise<void> {
    const hook = [...this.stripe.endpoints.values()].at(-1) as unknown as { url: string; secret: string }
    const { pathname, search } = new URL(hook.url)
    const { status } = await this.stripe.deliver(`${this.url}${pathname}${search}`, event, { secret: hook.secret })
    if (status >= 400) throw new Error(`The event ${event.type} was answered ${status}.`)
  }

  /** Someone joins a membership by its invitation; the mail's link is sealed, so the script gives it another token. */
  async share(payer: Person, subscription_id: number, guest: Person): Promise<number> {
    const { name } = guest.account
    const client = await this.signIn(payer.account.name)
    const body = { subscription_id, name, email: `${name}@example.com` }
    const { data } = await client.create('subscriptionmember', body as never)
    const token = `token of ${name}, which is long enough`
    await sql`update subscription_member set token_sha256 = ${hash('sha256', token)} where id = ${data.id}`.execute(
      this.server.database.db,
    )
    await this.post('subscriptionmember/answer', { token, accept: true }, await this.signIn(name))
    return data.id
  }

  /** The server's id of a document of the book: the contact's first is its first. */
  async idOf(person: Person, { number }: Document): Promise<number> {
    if (person.ids.length <= number) {
      const rows = await this.server.database.db
        .selectFrom('invoice')
        .select('id')
        .where('contact_id', '=', person.contact_id)
        .orderBy('id')
        .execute()
      person.ids = rows.map(({ id }) => id)
    }
    const id = person.ids[number]
    if (id === undefined) throw new Error(`${person.account.name} has no document ${number + 1}.`)
    return id
  }

  /** What the server does by itself, at a moment; Stripe's answers may be lost on the way. */
  async runTasks(at: number): Promise<void> {
    moveTo(at)
    await this.#run('memberships and their invoices')
    await this.#run('upkeep of providers')
    await this.drain(at)
  }

  async drain(at: number): Promise<void> {
    for (let minute = 1; minute <= MINUTES; minute++) {
      await this.server.api.workers.drain()
      const { rows } = await sql<{ open: number }>`select count(*)::int as open from provider_outbox
        where state in ('queued', 'running')`.execute(this.server.database.db)
      if (rows[0]!.open === 0) return
      moveTo(Math.max(Date.now(), at + minute * 60_000))
    }
    throw new Error('What was to be sent to Stripe is not sent within the hour.')
  }

  async #run(name: string): Promise<void> {
    await this.#tasks[name]!()
  }

  async stop(): Promise<void> {
    await this.server.stop()
    await this.stripe.stop()
  }
}

export type Person = {
  account: Account
  user_id: number
  contact_id: number | null
  /** Of the documents, in their order. */
  ids: number[]
}
export type StripeEvent = Record<string, unknown>
