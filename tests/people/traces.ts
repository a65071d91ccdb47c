import { sql } from 'kysely'
import { addEvents } from '../db/history/days.ts'
import type { Network } from '../network.ts'
import type { Organisation, Person } from '../seeds/people.ts'

/** What is found of a person who is in every text of their account. */
export const marks = {
  firstname: 'Quillonia',
  middlename: 'Umbrelline',
  lastname: 'Zephyrton',
  known_as: 'Quilly-Zeph',
  phone_mobile: '+64 21 998 8776',
  phone_home: '03 455 98 87',
  address1: '77 Xylograph Crescent',
  email_alt: 'quillonia-alt@marked.example',
  number: 'QZ-4711',
  company_name: 'Quillonia Consulting',
}
export const MARKED =
  /quillonia|umbrelline|zephyrton|quilly|998 ?8776|455 ?98 ?87|xylograph|@marked\.example|(?<!jo)qz-|203\.0\.113\.77|QzBrowser/i

/** Leaves traces of a person in all kinds of tables. */
export async function makeTraces({ db, admin }: Network, ours: Organisation, person: Person, phone: number) {
  const { id } = person
  const organisation_id = ours.id
  const ute = (await admin.create('tracker', { number: 'ute', name: 'Quillonia Zephyrton’s ute', organisation_id }))
    .data.id
  await addEvents(db, { organisation_id, tracker_ids: [ute] }, '2027-03-11', 5)
  const { data: home } = await person.client.create('boundary', { name: 'Zephyrton’s home', geometry } as never)
  const { client } = ours.administrator
  await client.create('invitation', { email: 'quillonia-alt@marked.example', role_name: 'User' } as never)
  const write = async (message: Partial<Record<string, unknown>>, to: Record<string, number | null>) => {
    const { rows } = await sql<{ id: number }>`insert into message
      (organisation_id, kind, sender_user_id, recipients, subject, text, tracker_id)
      values (${organisation_id}, ${message.kind ?? 'person'}, ${message.sender ?? null}, ${message.recipients ?? 'x@x.nz'},
        'Roster', ${message.text}, ${message.tracker_id ?? null}) returning id`.execute(db)
    for (const [address, user_id] of Object.entries(to)) {
      await sql`insert into message_delivery (organisation_id, message_id, channel, user_id, address, role)
        values (${organisation_id}, ${rows[0]!.id}, 'email', ${user_id}, ${address}, 'to')`.execute(db)
    }
    return rows[0]!.id
  }
  const staff = { 'staff@x.nz': ours.staff.id }
  const messages = {
    alone: await write({ text: 'Kia ora Quillonia' }, { '+64219988776': id }),
    address: await write({ text: 'Kia ora Quillonia' }, { 'QZ-leaver@marked.example': null }),
    number: await write({ text: 'Kia ora Quillonia' }, { '+64219988776': null }),
    phone: await write({ kind: 'alert', text: 'Quillonia’s phone is at 170.5', tracker_id: phone }, staff),
    shared: await write(
      {
        recipients: 'staff@x.nz, qz-leaver@marked.example',
        text: 'For Qz-Leaver@marked.example too, not for joqz-leaver@marked.nz',
      },
      { ...staff, 'qz-leaver@marked.example': id },
    ),
    written: await write({ sender: id, text: 'Quillonia here' }, staff),
  }
  await write({ kind: 'reminder', text: 'The plan of Quillonia Zephyrton; she left Zephyrton’s home' }, staff)
  await sql`insert into alert (organisation_id, tracker_id, kind, boundary_id, boundary_name, started_at, raised_at, ended_at,
      acknowledged_note, acknowledged_by_user_id) values (${organisation_id}, ${ute}, 'left_boundary', ${home.id}, 'Zephyrton’s home', now(), now(), now(),
      'Quillonia knows', ${id})`.execute(db)
  const statements = [
    sql`update session set user_agent = 'QzBrowser', ip = '203.0.113.77' where user_id = ${id}`,
    sql`insert into outbox_mail (recipient, subject, text) values ('qz-leaver@marked.example', 'Hi', 'Quillonia')`,
    sql`insert into recipient (organisation_id, channel, address)
      values (${organisation_id}, 'email', 'qz-leaver@marked.example') on conflict do nothing`,
    sql`insert into organisation_config (organisation_id) values (${organisation_id}) on conflict do nothing`,
    sql`update organisation_config set email_recipients = 'desk@x.nz, qz-leaver@marked.example',
      phone_recipients = '021 998 8776, +64211111111' where organisation_id = ${organisation_id}`,
    sql`insert into enquiry (name, email, subject, text, created_ip)
      values ('Quillonia', 'qz-leaver@marked.example', 'Hi', 'Zephyrton asks', '203.0.113.77')`,
    sql`insert into audit_log (organisation_id, user_id, action, entity, entity_id, details, ip) values
      (${organisation_id}, ${id}, 'user.signin', 'user', ${id}, '{"to": ["qz-leaver@marked.example"]}', '203.0.113.77')`,
    sql`insert into location (organisation_id, owner_user_id, name, position)
      values (${organisation_id}, ${id}, 'Quillonia’s crib', st_setsrid(st_makepoint(170.5, -45.8), 4326))`,
    sql`insert into report_config (organisation_id, owner_user_id, name, report, query)
      values (${organisation_id}, ${id}, 'Quillonia’s week', 'trackerevents', '{"search": "Zephyrton"}')`,
    sql`insert into notification (organisation_id, title, text, begins)
      values (${organisation_id}, 'Roster', 'Ask Quillonia  Zephyrton or Quilly-Zeph (021) 998-8776', now())`,
    sql`insert into contact (organisation_id, user_id, name) values (${organisation_id}, ${id}, 'Quillonia Zephyrton')`,
    sql`insert into signature (organisation_id, user_id, name, typed) values (${organisation_id}, ${id}, 'Mine', 'Q. Zephyrton')`,
    sql`insert into organisation (name, email) values ('Quillonia Zephyrton', 'qz-leaver@marked.example')`,
    sql`insert into page_content (organisation_id, key, locale, title, text)
      values (${organisation_id}, 'about', 'en', 'About', 'Write to qz-leaver@marked.example, 77 Xylograph Crescent.')`,
    sql`insert into held_alert (organisation_id, channel, address, user_id, tracker_id, occasion, happened_at, because, due_at)
      values (${organisation_id}, 'email', 'qz-leaver@marked.example', null, ${ute}, 'left', now(), 'limit', now())`,
    sql`insert into devactivity (organisation_id, user_id, target, learnings, state)
      values (${organisation_id}, ${id}, 'Quillonia’s target', 'Zephyrton learnt', 'draft')`,
  ]
  for (const statement of statements) await statement.execute(db)
  const tables = ['alert', 'audit_log', 'boundary', 'contact', 'devactivity', 'enquiry', 'held_alert', 'invitation']
  tables.push('location', 'message', 'message_delivery', 'notification', 'organisation', 'organisation_config')
  tables.push(
    'outbox_mail',
    'page_content',
    'recipient',
    'report_config',
    'session',
    'signature',
    'tracker',
    'user_account',
  )
  return { ute, messages, tables }
}

const ring = [
  [170, -45],
  [170.1, -45],
  [170.1, -44.9],
  [170, -44.9],
  [170, -45],
]
const geometry = { type: 'Polygon', coordinates: [ring] }
