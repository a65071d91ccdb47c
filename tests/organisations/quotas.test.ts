import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Network, startNetwork } from '../network.ts'
import { makeOrganisation, makePerson, type Organisation } from '../seeds/people.ts'

let network: Network
let ours: Organisation
beforeAll(async () => {
  network = await startNetwork({ QUOTAS: 'push_subscriptions=2,organisations=2' })
  ours = await makeOrganisation(network, 'ours')
})
afterAll(() => network.stop())

const allow = (quotas: object, organisation_id = ours.id) =>
  network.admin.call('POST', 'organisation/quotas', { organisation_id, quotas })
const usage = async () => {
  const { data } = await ours.administrator.client.call('GET', 'usage')
  return Object.fromEntries(data.quotas.map((one: { name: string }) => [one.name, one]))
}
let made = 0
const tracker = () => ({ organisation_id: ours.id, number: `quota-${made++}` })
const square = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [174, -37],
      [175, -37],
      [175, -36],
      [174, -37],
    ],
  ],
}
const soon = () => new Date(Date.now() + 3_600_000).toISOString()

describe('a quota of an organisation', () => {
  const kinds: [name: string, what: string, make: (i: number) => Promise<unknown>][] = [
    ['trackers', 'trackers', () => ours.administrator.client.create('tracker', tracker())],
    [
      'boundaries',
      'boundaries',
      (i) => ours.administrator.client.create('boundary', { name: `b${i}`, geometry: square, active: false }),
    ],
    [
      'locations',
      'locations',
      (i) =>
        ours.administrator.client.create('location', {
          name: `l${i}`,
          position: { type: 'Point', coordinates: [174, -36] },
        }),
    ],
    [
      'users',
      'members and open invitations',
      (i) => ours.administrator.client.create('invitation', { email: `i${i}@example.com`, role_name: 'User' }),
    ],
    [
      'users',
      'members and open invitations',
      (i) =>
        ours.administrator.client.create('user', { username: `user-${i}-${made++}`, email: `u${made}@example.com` }),
    ],
    [
      'message_templates',
      'message templates',
      (i) =>
        ours.administrator.client.create('messagetemplate', {
          name: 'returned',
          channel: 'sms',
          locale: `en-${'ABCDEF'[i]}U`,
          text: 'x',
        }),
    ],
    [
      'page_contents',
      'pages',
      (i) => ours.administrator.client.create('pagecontent', { key: `quota-${i}-${made++}`, title: 'x' }),
    ],
    ['faqs', 'FAQs', (i) => ours.administrator.client.create('faq', { question: `Why ${i}?`, answer: 'x' })],
    [
      'reminders',
      'reminder messages',
      (i) => ours.administrator.client.create('remindermessage', { subject: `r${i}`, text: 'x', next_at: soon() }),
    ],
    [
      'notifications',
      'notifications',
      (i) =>
        network.admin.create('notification', { organisation_id: ours.id, title: `n${i}`, text: 'x', begins: soon() }),
    ],
    [
      'report_configs',
      'reports',
      (i) => ours.administrator.client.create('reportconfig', { name: `r${i}`, report: 'trackerevents' } as never),
    ],
    [
      'data_locks',
      'data locks',
      () => ours.administrator.client.create('datalock', { locked_until: '2020-01-01T00:00:00Z' }),
    ],
    [
      'messages_per_day',
      'messages in 24 hours',
      () =>
        ours.administrator.client.create('message', { subject: 'x', text: 'x', recipient_user_ids: [ours.user.id] }),
    ],
    [
      'recipients',
      'external addresses',
      (i) =>
        ours.user.client.call('POST', 'userconfig/save', {
          organisation_id: ours.id,
          email_recipients: `r${i}-${made++}@example.com`,
        }),
    ],
  ]
  it.each(kinds)('limits %s (%s): one more is refused with the limit, and rolled back', async (name, what, make) => {
    const used = (await usage())[name].used as number
    await allow({ [name]: used + 2 })
    await make(0)
    await make(1)
    await expect(make(2)).rejects.toMatchObject({
      status: 476,
      code: 'not_possible',
      message: `This organisation has ${used + 2} ${what}, as many as it may have.`,
    })
    expect((await usage())[name]).toMatchObject({ used: used + 2, most: used + 2, is_set: true })
    await allow({ [name]: null })
    await make(3)
  })

  it('limits open links and queued commands', async () => {
    const { data } = await ours.administrator.client.create('tracker', tracker())
    await allow({ share_links: 1, commands_queued: 1 })
    const link = () => ours.administrator.client.create('sharelink', { tracker_id: data.id, expires_at: soon() })
    const command = () =>
      ours.administrator.client.create('trackercommand', { tracker_id: data.id, type: 'custom', text: 'X' })
    await link()
    await command()
    await expect(link()).rejects.toMatchObject({ status: 476, message: expect.stringContaining('1 open links') })
    await expect(command()).rejects.toMatchObject({
      status: 476,
      message: expect.stringContaining('1 queued commands'),
    })
    await network.db.updateTable('share_link').set({ expires_at: sql`now()` }).execute()
    await link()
  })

  it('is exact for parallel requests', async () => {
    const used = (await usage()).trackers.used as number
    await allow({ trackers: used + 5 })
    const answers = await Promise.allSettled(
      Array.from({ length: 40 }, () => ours.administrator.client.create('tracker', tracker())),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 476 })
    }
    expect((await usage()).trackers.used).toBe(used + 5)
    await allow({ trackers: null })
  })

  it('is set by platform administrators, and audited', async () => {
    const body = { organisation_id: ours.id, quotas: { trackers: 5 } }
    await expect(ours.administrator.client.call('POST', 'organisation/quotas', body)).rejects.toMatchObject({
      status: 403,
    })
    await expect(allow({ spaceships: 5 })).rejects.toMatchObject({ status: 400 })
    await allow({ trackers: 5000 })
    const { data } = await network.admin.list('auditlog', {
      organisation_id: ours.id,
      search: 'organisation.quotas',
      limit: 1,
    })
    expect(data[0]).toMatchObject({ action: 'organisation.quotas', details: { trackers: 5000 } })
    await allow({ trackers: null })
  })
})

describe('a quota of a person', () => {
  it('limits trackers of members who are not administrators', async () => {
    await allow({ trackers_of_person: 3 })
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => ours.customer.client.create('tracker', tracker())),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    await expect(ours.customer.client.create('tracker', tracker())).rejects.toMatchObject({
      status: 476,
      message: 'You have 3 trackers, as many as one person may have.',
    })
    // Other members have their own quota.
    await ours.user.client.create('tracker', tracker())
    await ours.administrator.client.create('tracker', tracker())
  })

  it('limits browsers', async () => {
    const subscribe = (i: number) =>
      ours.user.client.create('pushsubscription', {
        endpoint: `https://push.example.com/${i}`,
        p256dh: 'a'.repeat(40),
        auth: 'b'.repeat(20),
      })
    await subscribe(1)
    await subscribe(2)
    await subscribe(2)
    await expect(subscribe(3)).rejects.toMatchObject({
      status: 476,
      message: 'You have 2 browsers, as many as one person may have.',
    })
  })

  it('limits organisations', async () => {
    const second = await makeOrganisation(network, 'second')
    const third = await makeOrganisation(network, 'third')
    const { id: user_id } = await makePerson(network, 'everywhere', ours.id, 'User')
    const join = (organisation_id: number) =>
      network.admin.create('membership', { organisation_id, user_id, role_name: 'User' })
    await join(second.id)
    await expect(join(third.id)).rejects.toMatchObject({
      status: 476,
      message: 'This person has 2 organisations, as many as one person may have.',
    })
  })
})

it('an unknown quota in QUOTAS stops the start', async () => {
  await expect(startNetwork({ QUOTAS: 'spaceships=3' })).rejects.toThrow('QUOTAS has "spaceships"')
  await expect(startNetwork({ QUOTAS: 'trackers=many' })).rejects.toThrow('QUOTAS trackers is "many"')
})
