import { describe, expect, it } from 'vitest'
import { type Delivery, linesOf, type Outcome, settled } from './lines.ts'
import { reportOf } from './steps.ts'

const nothing: Outcome = {
  recipients: [],
  deliveries: [],
  deferred: [],
  webhooks: [],
  raised_at: 1000,
  is_queued: false,
}
const delivery: Delivery = {
  user_id: 7,
  channel: 'email',
  address: 'aroha@example.com',
  occasion: 'left_boundary 3',
  state: 'sent',
  held_because: null,
  provider: 'smtp',
  reason: null,
  at: 3540,
}
const person = {
  user_id: 7,
  list_group_id: null,
  notified: true,
  because: 'owner' as const,
  channels: ['email' as const],
  quiet: null,
}
const of = (outcome: Partial<Outcome>) =>
  linesOf({ ...nothing, ...outcome }).map(({ channel, address, state, reason, seconds }) => [
    channel,
    address,
    state,
    reason,
    seconds,
  ])

describe('a line of a fire drill', () => {
  it.each<[string, Partial<Outcome>, unknown[]]>([
    ['what was sent', { deliveries: [delivery] }, ['email', 'a…@example.com', 'reached', null, 2.5]],
    [
      'what no provider carries',
      { deliveries: [{ ...delivery, state: 'unsent' }] },
      ['email', 'a…@example.com', 'not_reached', 'no_provider', null],
    ],
    [
      'a number that is not confirmed',
      {
        deliveries: [
          { ...delivery, channel: 'sms', address: '+64211234556', state: 'held', held_because: 'unconfirmed' },
        ],
      },
      ['sms', '…56', 'not_reached', 'unconfirmed', null],
    ],
    [
      'quiet hours',
      { deferred: [{ user_id: 7, channel: 'email', address: 'aroha@example.com', because: 'quiet' }] },
      ['email', 'a…@example.com', 'not_reached', 'quiet', null],
    ],
    ['what is not written yet', { recipients: [person], is_queued: true }, ['email', null, 'waiting', null, null]],
    ['an address that declines', { recipients: [person] }, ['email', null, 'not_reached', 'declined', null]],
    [
      'a kind that is switched off',
      { recipients: [{ ...person, notified: false, because: 'switched_off', channels: [] }] },
      [null, null, 'not_reached', 'switched_off', null],
    ],
    [
      'a member whom it does not concern',
      { recipients: [{ ...person, notified: false, because: 'not_asked', channels: [] }] },
      [null, null, 'not_asked', 'not_asked', null],
    ],
    [
      'a program that refuses',
      { webhooks: [{ name: 'ERP', state: 'failed', status: 500, error: null, at: 2000 }] },
      ['webhook', 'ERP', 'not_reached', 'undeliverable', null],
    ],
  ])('%s', (_, outcome, line) => expect(of(outcome)).toEqual([line]))

  it('is one for each address: who was sent to is not listed again', () => {
    expect(of({ recipients: [person], deliveries: [delivery] })).toHaveLength(1)
  })

  it('says at the end that what is on its way was not in time', () => {
    const lines = settled(linesOf({ ...nothing, deliveries: [{ ...delivery, state: 'queued', at: null }] }))
    expect(lines).toMatchObject([{ state: 'not_reached', reason: 'not_in_time' }])
  })
})

describe('the walk of a fire drill', () => {
  const way = { kind: 'boundary' as const, alarm: null, from_lon: 179.9, from_lat: -18, to_lon: -179.9, to_lat: -18 }
  it('leads the shorter way over 180°', () => {
    const lons = [0, 1, 2, 3, 4].map((step) => reportOf({ ...way, step }, 0).lon!)
    expect(lons.map((lon) => Math.round(Math.abs(lon) * 100) / 100)).toEqual([179.9, 179.95, 180, 179.95, 179.9])
    expect(lons[0]).toBeGreaterThan(0)
    expect(lons[4]).toBeLessThan(0)
  })
  it('has no position without a boundary, and raises its alarm with the second report', () => {
    const sos = { kind: 'alarm' as const, alarm: 'sos', from_lon: null, from_lat: null, to_lon: null, to_lat: null }
    expect(reportOf({ ...sos, step: 0 }, 0)).toMatchObject({ valid: false, lon: null, alarm: null })
    expect(reportOf({ ...sos, step: 1 }, 0)).toMatchObject({ valid: false, alarm: 'sos' })
  })
})
