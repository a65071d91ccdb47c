import { beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#api/http/attempts.ts'
import type { Network } from '../network.ts'
import { makeOrganisation, type Organisation } from '../seeds/people.ts'
import { sharedNetwork } from '../shared_network.ts'

let network: Network
let ours: Organisation
let theirs: Organisation
beforeAll(async () => {
  network = await sharedNetwork()
  ours = await makeOrganisation(network, 'ours')
  theirs = await makeOrganisation(network, 'theirs')
  const bounced_at = new Date().toISOString()
  const recipient = (organisation_id: number, values: object) =>
    network.db
      .insertInto('recipient')
      .values({ organisation_id, channel: 'email', address: 'x', ...values })
      .execute()
  await recipient(ours.id, { address: 'gone@example.com', bounced_at })
  await recipient(ours.id, { address: 'enough@example.com', unsubscribed_at: bounced_at })
  await recipient(ours.id, { address: 'fine@example.com', window_count: 3, proved_at: bounced_at })
  await recipient(ours.id, { channel: 'sms', address: '+6421123456', bounced_at })
  await recipient(theirs.id, { address: 'elsewhere@example.com', bounced_at })
})

const check = (body: object) => ours.user.client.call('POST', 'recipient/check', { organisation_id: ours.id, ...body })
const unasked = { confirmation: 'new', asked_at: null }
const gone = { ...unasked, channel: 'email', address: 'gone@example.com', bounced: true, unsubscribed: false }
const enough = { ...unasked, channel: 'email', address: 'enough@example.com', bounced: false, unsubscribed: true }
const landline = { ...unasked, channel: 'sms', address: '+6421123456', bounced: true, unsubscribed: false }

describe('before addresses are saved', () => {
  it.each([
    ['a bounced address', { channel: 'email', addresses: ['gone@example.com'] }, [gone]],
    [
      'a bounced address in another spelling',
      { channel: 'email', addresses: [' Gone@Example.com ', 'gone@example.com'] },
      [gone],
    ],
    [
      'an unsubscribed address',
      { channel: 'email', addresses: ['enough@example.com', 'gone@example.com'] },
      [enough, gone],
    ],
    ['a number in another spelling', { channel: 'sms', addresses: ['021 123 456'] }, [landline]],
    [
      'a deliverable address reports nothing',
      { channel: 'email', addresses: ['fine@example.com', 'ours-staff@example.com'] },
      [],
    ],
    [
      'an address that has not agreed',
      { channel: 'email', addresses: ['new@example.com'] },
      [{ ...unasked, channel: 'email', address: 'new@example.com', bounced: false, unsubscribed: false }],
    ],
    ['invalid input reports nothing', { channel: 'email', addresses: ['gone', 'gone@example.com, x', ','] }, []],
    [
      'an address used by another organisation reports nothing',
      { channel: 'email', addresses: ['elsewhere@example.com'] },
      [{ ...unasked, channel: 'email', address: 'elsewhere@example.com', bounced: false, unsubscribed: false }],
    ],
    ['a mail address as a number reports nothing', { channel: 'sms', addresses: ['gone@example.com'] }, []],
  ])('the check of %s', async (_what, body, data) => {
    expect((await check(body)).data).toEqual(data)
  })

  it('only members can check addresses of an organisation', async () => {
    const request = { organisation_id: theirs.id, channel: 'email', addresses: ['elsewhere@example.com'] }
    await expect(ours.administrator.client.call('POST', 'recipient/check', request)).rejects.toMatchObject({
      status: 404,
      field: 'organisation_id',
    })
  })

  it.each([
    ['none', []],
    ['too many', Array.from({ length: 51 }, (_, i) => `a${i}@example.com`)],
    ['a long one', ['a'.repeat(255)]],
    ['an empty one', ['']],
  ])('%s in one request are refused', async (_what, addresses) => {
    await expect(check({ channel: 'email', addresses })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('addresses'),
    })
  })

  it('checks are rate-limited', async () => {
    const request = { channel: 'email', addresses: ['fine@example.com'] }
    const key = `recipient:${ours.user.id}`
    await network.db.updateTable('attempt').set({ count: limits.recipient[0] }).where('key', '=', key).execute()
    await expect(check(request)).rejects.toMatchObject({ status: 429 })
  })
})
