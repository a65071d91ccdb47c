import { sql } from 'kysely'
import { type Document, openOf, sum } from './account.ts'
import type { Club, Person } from './club.ts'
import { span, TIMEZONE } from './days.ts'
import type { Membership } from './membership.ts'
import { openParts } from './parts.ts'

/** What the server has that the book has not, and the other way round, each in a line for people. */
export async function compare(club: Club, members: Compared[], { from, until }: Month): Promise<string[]> {
  const people = [...new Set(members.map(({ person }) => person))]
  return [
    ...(await compareLedger(club, people)),
    ...(await compareDocuments(club, people)),
    ...(await compareMemberships(club, members)),
    ...(await compareDebts(club, people, until)),
    ...(await compareReturns(club, people, { from, until })),
    ...(await compareContacts(club, people, { from, until })),
  ]
}

async function compareLedger(club: Club, people: Person[]): Promise<string[]> {
  const { rows } = await sql<{ contact_id: number; line: string }>`
    select t.contact_id, to_char(t.at at time zone ${TIMEZONE}, 'YYYY-MM-DD') || ' ' || t.kind || ' ' || t.amount || ' '
      || case when i.id is null then 'account'
        else (select count(*) from invoice e where e.contact_id = i.contact_id and e.id < i.id)::text end as line
    from transaction t left join invoice i on i.id = t.invoice_id where t.organisation_id = ${club.id}`.execute(
    club.server.database.db,
  )
  return differences('ledger', people, rows, ({ account: { lines } }) =>
    lines.map(({ day, kind, amount, document }) => `${day} ${kind} ${amount} ${document?.number ?? 'account'}`),
  )
}

async function compareDocuments(club: Club, people: Person[]): Promise<string[]> {
  const { rows } = await sql<{ contact_id: number; line: string }>`
    select contact_id, concat_ws(' ', type, to_char(issued_on, 'YYYY-MM-DD'), case when type = 'invoice' then to_char(due_on, 'YYYY-MM-DD') end, gross, tax, paid, state) as line
    from invoice where organisation_id = ${club.id}`.execute(club.server.database.db)
  return differences('documents', people, rows, ({ account: { documents } }) => documents.map(describe))
}

function describe(document: Document): string {
  const { type, issued_on, due_on, gross, tax, state } = document
  const paid = state === 'void' ? 0 : gross - Math.abs(openOf(document))
  return [type, issued_on, ...(type === 'invoice' ? [due_on] : []), gross, tax, paid, state].join(' ')
}

async function compareMemberships(club: Club, members: Compared[]): Promise<string[]> {
  const { rows } = await sql<{ id: number; line: string }>`
    select id, state || ' until ' || period_ends_on || ' at ' || unit_amount as line from subscription
    where organisation_id = ${club.id}`.execute(club.server.database.db)
  const lines = new Map(rows.map(({ id, line }) => [id, line]))
  return members.flatMap(({ person, subscription_id, membership: { state, period, price } }) => {
    const expected = `${state} until ${period.ends} at ${price}`
    const actual = lines.get(subscription_id)
    return actual === expected ? [] : [`${person.account.name}: membership is "${actual}", expected "${expected}"`]
  })
}

const ages = ['current', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90', 'credit'] as const

async function compareDebts(club: Club, people: Person[], day: string): Promise<string[]> {
  const { rows } = await report(club, { report: 'aged_debtors', from: day, until: day })
  const toText = (row: Record<string, unknown>) => ages.map((age) => row[age] ?? 0).join(' ')
  const actual = new Map(rows.map((row) => [String(row.name), toText(row)]))
  const none = toText({})
  return people.flatMap(({ account }) => {
    const aged: Record<string, number> = {}
    for (const [document, amount] of account.openAt(day)) {
      const is_in_parts = amount > 0 && document !== null && document.parts.length > 0
      const parts = is_in_parts ? openParts(document, day) : [{ amount, due_on: document?.due_on ?? '' }]
      for (const { amount, due_on } of parts) {
        const age = amount < 0 ? 'credit' : ageOf(due_on, day)
        aged[age] = (aged[age] ?? 0) + amount
      }
    }
    const [is, expected] = [actual.get(account.name) ?? none, toText(aged)]
    return is === expected ? [] : [`${account.name}: aged debtors at ${day} are ${is}, expected ${expected}`]
  })
}

function ageOf(due_on: string, day: string): (typeof ages)[number] {
  const days = span(due_on, day) - 1
  if (days <= 0) return 'current'
  return days <= 30 ? 'days_1_30' : days <= 60 ? 'days_31_60' : days <= 90 ? 'days_61_90' : 'over_90'
}

async function compareReturns(club: Club, people: Person[], month: Month): Promise<string[]> {
  const wrong: string[] = []
  for (const basis of ['invoice', 'cash'] as const) {
    const { rows } = await report(club, { report: 'gst', basis, ...month })
    const boxes = new Map(rows.map(({ box, amount }) => [box, amount]))
    const parts = people.map(({ account }) => account.sales(basis, month.from, month.until))
    const total = parts.reduce((all, { gross, tax }) => ({ gross: all.gross + gross, tax: all.tax + tax }))
    const [is, expected] = [`${boxes.get('5')} with ${boxes.get('10')}`, `${total.gross} with ${total.tax}`]
    if (is !== expected) wrong.push(`GST return by ${basis} of ${month.from}: ${is}, expected ${expected}`)
  }
  return wrong
}

/** Balance and credit of each contact, and its statement at the end of the month. */
async function compareContacts(club: Club, people: Person[], month: Month): Promise<string[]> {
  const wrong: string[] = []
  for (let offset = 0; ; offset += 200) {
    const query = { organisation_id: club.id, sort: 'id', limit: 200, offset }
    const { data } = await club.treasurer.list('invoicing/contact', query as never)
    for (const contact of data as unknown as Contact[]) {
      const person = people.find(({ contact_id }) => contact_id === contact.id)
      if (!person) continue
      const { account } = person
      const [is, expected] = [`${contact.balance}, ${contact.credit}`, `${sum(account.lines)}, ${account.credit}`]
      if (is !== expected) wrong.push(`${account.name}: balance and credit are ${is}, expected ${expected}`)
    }
    if (data.length < 200) break
  }
  for (const { account, contact_id } of people.filter((_, i) => i % 10 === 0)) {
    const query = { contact_id, ...month } as never
    const { data } = await club.treasurer.call('GET', 'invoicing/statement', query)
    const { balance } = (data as { total: { balance: number } }).total
    const expected = sum(account.lines.filter(({ day }) => day <= month.until))
    if (balance !== expected) wrong.push(`${account.name}: statement ends with ${balance}, expected ${expected}`)
  }
  return wrong
}

async function report(club: Club, query: object): Promise<{ rows: Record<string, unknown>[] }> {
  return (await club.treasurer.call('GET', 'invoicing/report', { organisation_id: club.id, ...query } as never)).data
}

function differences(
  what: string,
  people: Person[],
  rows: { contact_id: number; line: string }[],
  expectedOf: (person: Person) => string[],
): string[] {
  const actual = Map.groupBy(rows, ({ contact_id }) => contact_id)
  return people.flatMap((person) => {
    const are = (actual.get(person.contact_id!) ?? []).map(({ line }) => line).sort()
    const expected = expectedOf(person).sort()
    const more = without(are, expected)
    const less = without(expected, are)
    if (more.length + less.length === 0) return []
    return [`${person.account.name}: ${what} has also [${more.join('; ')}], lacks [${less.join('; ')}]`]
  })
}

/** What is in one list and not in the other, as often as it is. */
function without(list: string[], other: string[]): string[] {
  const left = [...other]
  return list.filter((one) => {
    const i = left.indexOf(one)
    if (i >= 0) left.splice(i, 1)
    return i < 0
  })
}

type Contact = { id: number; balance: number; credit: number }
type Month = { from: string; until: string }
export type Compared = { person: Person; membership: Membership; subscription_id: number }
