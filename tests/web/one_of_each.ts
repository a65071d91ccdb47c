import type { Client } from '#api/client.ts'
import { upload } from '../files/uploads.ts'
import { box, type Network } from '../network.ts'
import { switchFeatures } from '../seeds/college.ts'
import { makeDevelopment, recordAll } from '../seeds/development.ts'
import { makePerson } from '../seeds/people.ts'
import { makeBooks } from './billing/books.ts'
import { guest, PASSWORD } from './people.ts'

/**
 * Makes one row of each resource for a visitor, so that no page is empty.
 *
 * @param platform_id the platform administrator, whom an administrator's visit does not open
 * @returns `queries`, the query of each page whose address needs an id, and the path of the visitor's `report`
 */
export async function oneOfEach(network: Network, name: string, platform_id: number): Promise<Owned> {
  const queries: Record<string, string> = {}
  const { data } = await guest(network).client.call('POST', 'user/signin', { username: name, password: PASSWORD })
  const { client, post } = guest(network, data.token)
  const organisation_id = data.user.memberships[0].organisation_id
  const tracker = await network.admin.create('tracker', {
    organisation_id,
    number: `of-${name}`,
    name: 'Ute',
    transports: ['osmand'],
    owner_user_id: data.user.id,
  })
  const depot = await network.admin.create('boundary', {
    organisation_id,
    name: 'Depot',
    geometry: box(174, -37, 175, -36),
  })
  const at = (lon: number) => `id=of-${name}&lat=-36.85&lon=${lon}&speed=12`
  for (const lon of [174.75, 174.76]) await fetch(`${network.url}/gateway/osmand?${at(lon)}`)
  await post('userconfig/save', { units: 'metric' })
  await client.call('PUT', 'enquiry', { name: 'Tama', email: 'tama@example.com', text: 'Do you track boats?' })
  await client.call('PUT', 'message', { organisation_id, subject: 'Truck 7', text: 'Where is it?' }).catch(() => {})
  const to = { organisation_id, recipient_user_ids: [data.user.id], subject: 'Welcome', text: 'Read this.' }
  const letter = await network.admin.create('message', to)
  const ours = { organisation_id, name: 'returned', channel: 'sms', text: '{{tracker}} is back' } as const
  const template = await network.admin.create('messagetemplate', ours)
  const next_at = '2090-01-01T00:00:00Z'
  const reminder = await network.admin.create('remindermessage', { organisation_id, subject: 'x', text: 'y', next_at })
  const newsletter = await network.admin.create('newsletter', { organisation_id, subject: 'News', text: 'Kia ora' })
  await client.create('signature', { organisation_id, name: 'Mine', typed: 'Tama Rangi' })
  const notice = await network.admin.create('notification', { organisation_id, title: 'Works', text: 'On Sunday.' })
  const help = { organisation_id, key: 'help', title: 'Help', text: '# Lost?\n\nCall **us**.' }
  const content = await network.admin.create('pagecontent', help)
  await network.admin.call('POST', 'pagecontent/publish', { id: content.data.id })
  await network.admin.update('pagecontent', { id: content.data.id, text: '# Lost?\n\nCall **them**.' })
  const asked = { organisation_id, question: 'Who pays?', answer: 'We do.', category: 'Money', published: true }
  const faq = await network.admin.create('faq', asked)
  const [event] = (await network.admin.list('trackerevent', { tracker_id: tracker.data.id })).data
  const enquiry = (await network.admin.list('enquiry', { limit: 1 })).data[0]!
  const user_id = name === 'administrator' ? data.user.id : platform_id
  const root = data.user.memberships[0].root_file_id ?? (await rootOf(client, organisation_id))
  for (const parent_file_id of [root, null]) {
    await network.admin.create('file', { organisation_id, parent_file_id, name: 'Photos' })
    const fields = { organisation_id, parent_file_id: String(parent_file_id) }
    await upload(network, network.token, 'Kia ora', { name: 'notes.txt', fields })
  }
  const stored = (await client.list('file', { parent_file_id: root, is_folder: false })).data[0]!
  const deleted = await upload(network, data.token, 'old', { name: 'old.txt', fields: { parent_file_id: root } })
  await client.remove('file', deleted.data.id)
  // Fails, and is in the tray of every page.
  await client.call('POST', 'file/unzip', { id: stored.id })
  await switchFeatures(network, organisation_id, ['tracking', 'files', 'cpd', 'billing'])
  const books = await makeBooks(network.admin, organisation_id, data.user.id)
  const development = await makeDevelopment(network.admin, organisation_id)
  const recorded = await recordAll(client, organisation_id, development)
  const own = { ...development, ...recorded }
  const { id: other_user_id } = await makePerson(network, `peer-of-${name}`, organisation_id, 'User')
  const { data: relationship } = await client.create('userrelationship', {
    organisation_id,
    other_user_id,
    kind: 'peer',
  })
  const rows: [path: string, id: number][] = [
    ['/app/plan', own.devplan_id],
    ['/app/waiver', own.waiver_id],
    ['/app/goal', own.goal_id],
    ['/app/goal/edit', own.goal_id],
    ['/app/activity', own.activity_id],
    ['/app/activity/edit', own.activity_id],
    ['/app/procedure', own.procedure_id],
    ['/app/procedure/edit', own.procedure_id],
    ['/app/qualification', own.qualification_id],
    ['/app/form', own.form_id],
    ['/app/form/edit', own.form_id],
    ['/app/userrelationship', relationship.id],
    ['/app/cycle/admin', own.cycle_id],
    ['/app/category/admin', own.category_id],
    ['/app/goal/admin', own.shared_goal_id],
    ['/app/standard/admin', own.standard_id],
    ['/app/formtemplate/admin', own.template_id],
    ['/app/invoice', books.invoice_id],
    ['/app/invoice/admin', books.invoice_id],
    ['/app/transaction', books.transaction_id],
    ['/app/subscription/admin', books.subscription_id],
    ['/app/product/admin', books.product_id],
    ['/app/contact/admin', books.contact_id],
    ['/app/taxrate/admin', books.rate_id],
    ['/app/ledgeraccount/admin', books.account_id],
    ['/app/brandingtheme/admin', books.theme_id],
  ]
  for (const [path, id] of rows) queries[path] = `?id=${id}`
  const { data: draw } = await network.admin.create('cpdauditdraw', { devcycle_id: own.cycle_id })
  queries['/app/auditdraw/admin'] = `?id=${draw.id}`
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const event_times = { starts_at: inHours(-2), ends_at: inHours(-1), open_from: inHours(-3), open_until: inHours(9) }
  const round = await network.admin.create('cpdevent', {
    organisation_id,
    name: 'Grand round',
    hours: 1,
    ...event_times,
  })
  queries['/app/cpdevent'] = `?id=${round.data.id}`
  queries['/app/cpdevent/edit'] = `?id=${round.data.id}`
  queries['/app/attend'] = `?code=${round.data.code}`
  queries['/app/file'] = `?id=${stored.id}`
  queries['/app/file/edit'] = `?id=${stored.id}`
  queries['/app/boundary'] = `?id=${depot.data.id}`
  queries['/app/tracker'] = `?id=${tracker.data.id}`
  queries['/app/trackerevent'] = `?id=${event!.id}&tracker=${tracker.data.id}`
  queries['/app/user/admin'] = `?id=${user_id}`
  queries['/app/enquiry/admin'] = `?id=${enquiry.id}`
  queries['/app/message'] = `?id=${letter.data.id}`
  queries['/app/messagetemplate/admin'] = `?id=${template.data.id}`
  queries['/app/remindermessage/admin'] = `?id=${reminder.data.id}`
  queries['/app/newsletter/admin'] = `?id=${newsletter.data.id}`
  queries['/app/pagecontent/admin'] = `?id=${content.data.id}`
  queries['/app/faq/admin'] = `?id=${faq.data.id}`
  queries['/app/notification/admin'] = `?id=${notice.data.id}`
  const position = { type: 'Point' as const, coordinates: [174.76, -36.85] }
  const place = await network.admin.create('location', { organisation_id, name: 'Depot', position })
  const query = { status: 'offline' }
  const saved = await network.admin.create('reportconfig', {
    organisation_id,
    name: 'Silent',
    report: 'trackers',
    query,
  })
  queries['/app/location'] = `?id=${place.data.id}`
  queries['/app/reportconfig'] = `?id=${saved.data.id}`
  return { queries, report: `/report/${data.user.id}/cycle/${own.cycle_id}` }
}

const rootOf = async (client: Client, organisation_id: number): Promise<number> =>
  (await client.call('GET', 'files/usage', { organisation_id })).data.root_file_id

type Owned = { queries: Record<string, string>; report: string }
