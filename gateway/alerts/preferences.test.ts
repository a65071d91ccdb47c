import { describe, expect, it } from 'vitest'
import {
  addressesOf,
  type Person,
  preferencesOfPerson,
  preferencesOfWatcher,
  type TrackerOf,
  type TrackerOverride,
} from './preferences.ts'

const owner: Person = {
  user_id: 1,
  role_name: 'User',
  group_ids: null,
  email: 'Owner@example.com',
  phone_mobile: '021 555 123',
  timezone: 'Pacific/Auckland',
  locale: 'en',
  push_ids: [9],
  has_config: true,
  config: {
    alert_tracker_email: true,
    alert_tracker_sms: true,
    alert_tracker_push: true,
    alert_phone_email: false,
    alert_phone_sms: false,
    alert_phone_push: false,
    alert_others_trackers: false,
    email_recipients: 'a@example.com, b@example.com',
    phone_recipients: '+64211112222',
    alert_on_return: false,
    alert_alarms: true,
    muted_alarms: ['idle'],
    alert_offline: false,
    remind_every_s: 0,
    escalate_after_s: 0,
    escalate_email_recipients: 'boss@example.com',
    escalate_phone_recipients: '',
    return_channels: null,
    alarm_channels: null,
    offline_channels: null,
    kind_channels: {},
    quiet_from: null,
    quiet_to: null,
    units: 'metric',
  },
}
const tracker: TrackerOf = { organisation_id: 1, owner_user_id: 1, group_id: null, type: 'gps' }
const asEver: TrackerOverride = {
  alert_email: null,
  alert_sms: null,
  alert_push: null,
  alert_on_return: null,
  alert_alarms: null,
  alert_offline: null,
  remind_every_s: null,
  email_recipients: null,
  phone_recipients: null,
}
const everywhere = [
  'email owner@example.com',
  'email a@example.com',
  'email b@example.com',
  'sms +6421555123',
  'sms +64211112222',
  'push 9',
]

const addressesFor = (
  preferences: ReturnType<typeof preferencesOfPerson>,
  occasion: Parameters<typeof addressesOf>[1],
  alarm?: string,
) =>
  preferences &&
  addressesOf(preferences, occasion, alarm ?? null).map(({ channel, address }) => `${channel} ${address}`)

describe('an owner', () => {
  it.each([
    ['left_boundary', undefined, everywhere],
    ['returned', undefined, []],
    ['alarm', 'sos', everywhere],
    ['alarm', 'idle', []],
    ['offline', undefined, []],
    ['online', undefined, []],
    ['reminder', undefined, []],
    ['escalation', undefined, ['email boss@example.com']],
  ] as const)('is notified of %s %s', (occasion, alarm, addresses) => {
    expect(addressesFor(preferencesOfPerson(tracker, owner, undefined), occasion, alarm)).toEqual(addresses)
  })

  it.each<[string, Partial<TrackerOf>, Partial<TrackerOverride>, string[]]>([
    ['a phone', { type: 'phone' }, {}, []],
    ['a phone that is to send SMS', { type: 'phone' }, { alert_sms: true }, ['sms +6421555123', 'sms +64211112222']],
    [
      'one that is to send no mail',
      {},
      { alert_email: false, alert_push: false },
      ['sms +6421555123', 'sms +64211112222'],
    ],
    [
      'one with other recipients',
      {},
      { email_recipients: '', alert_sms: false },
      ['email owner@example.com', 'push 9'],
    ],
  ])('is notified of %s', (_what, change, override, addresses) => {
    const preferences = preferencesOfPerson({ ...tracker, ...change }, owner, { ...asEver, ...override })
    expect(addressesFor(preferences, 'left_boundary')).toEqual(addresses)
  })
})

describe('an owner with channels of their own for a kind of alert', () => {
  const config = { ...owner.config, alert_on_return: true, alert_offline: true }
  const own = { ...config, return_channels: [], alarm_channels: ['sms' as const], offline_channels: ['push' as const] }
  const sms = ['sms +6421555123', 'sms +64211112222']
  it.each<[string, Parameters<typeof addressesOf>[1], Partial<TrackerOf>, Partial<TrackerOverride>, string[]]>([
    ['leaving', 'left_boundary', {}, {}, everywhere],
    ['a reminder', 'reminder', {}, {}, everywhere],
    ['a return', 'returned', {}, {}, []],
    ['leaving an area to keep out of', 'exited_boundary', {}, {}, []],
    ['an alarm', 'alarm', {}, {}, sms],
    ['an alarm of a phone, whose leaving is not notified', 'alarm', { type: 'phone' }, {}, sms],
    ['offline', 'offline', {}, {}, ['push 9']],
    ['online', 'online', {}, {}, ['push 9']],
    ['an alarm of a tracker without SMS', 'alarm', {}, { alert_sms: false, alert_push: true }, ['push 9']],
  ])('is notified of %s', (_what, occasion, change, override, addresses) => {
    const person = { ...owner, config: { ...own, remind_every_s: 60 } }
    const preferences = preferencesOfPerson({ ...tracker, ...change }, person, { ...asEver, ...override })
    expect(addressesFor(preferences, occasion, 'sos')).toEqual(addresses)
  })
})

it.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
])(
  'with offline alerts (%s) and return alerts (%s), being online again is notified: %s',
  (alert_offline, alert_on_return, is_notified) => {
    const person = { ...owner, config: { ...owner.config, alert_offline, alert_on_return } }
    expect(addressesFor(preferencesOfPerson(tracker, person, undefined), 'online')).toEqual(
      is_notified ? everywhere : [],
    )
  },
)

describe('who is notified', () => {
  it.each([
    ['User', 2, true, false, false, false],
    ['User', null, true, false, false, false],
    ['User', 1, true, false, false, true],
    ['Staff', null, false, false, false, false],
    ['Staff', null, true, false, false, true],
    ['Staff', 2, true, false, false, false],
    ['Staff', 2, true, true, false, true],
    ['Staff', 2, true, false, true, true],
    ['Administrator', null, false, false, false, true],
    ['Administrator', 2, false, false, false, false],
    ['Administrator', 2, true, true, false, true],
    ['Customer', null, true, true, true, false],
  ] as const)(
    '%s of a tracker of %s: settings %s, all %s, this one %s',
    (role_name, of, has_config, all, one, is_notified) => {
      const person = { ...owner, role_name, has_config, config: { ...owner.config, alert_others_trackers: all } }
      const preferences = preferencesOfPerson({ ...tracker, owner_user_id: of }, person, one ? asEver : undefined)
      expect(preferences !== null).toBe(is_notified)
    },
  )

  it.each([
    [4, [4, 5], true],
    [6, [4, 5], false],
    [null, [4, 5], false],
    [4, [], false],
    [4, null, true],
  ])('Staff of a tracker in group %s, limited to %s', (group_id, group_ids, is_notified) => {
    const person: Person = { ...owner, role_name: 'Staff', group_ids }
    expect(preferencesOfPerson({ ...tracker, owner_user_id: null, group_id }, person, undefined) !== null).toBe(
      is_notified,
    )
  })
})

describe('a person who has asked for an arrival', () => {
  const asked = (of: TrackerOf, person: Person) => {
    const preferences = preferencesOfWatcher(of, person)
    return (
      preferences && addressesOf(preferences, 'arrived', null).map(({ channel, address }) => `${channel} ${address}`)
    )
  }
  const staff: Person = { ...owner, user_id: 2, role_name: 'Staff' }

  it('gets it at their own addresses, and nobody else', () => {
    expect(asked(tracker, owner)).toEqual(['email owner@example.com', 'sms +6421555123', 'push 9'])
  })

  it('gets an e-mail where trackers that leave have no channel', () => {
    const config = { ...owner.config, alert_tracker_email: false, alert_tracker_sms: false, alert_tracker_push: false }
    expect(asked(tracker, { ...owner, config })).toEqual(['email owner@example.com'])
  })

  it.each<[string, TrackerOf, Person, boolean]>([
    ['Staff', tracker, staff, true],
    ['Staff of its group', { ...tracker, group_id: 5 }, { ...staff, group_ids: [5] }, true],
    ['Staff of another group', { ...tracker, group_id: 6 }, { ...staff, group_ids: [5] }, false],
    ['Staff of a group, without one', tracker, { ...staff, group_ids: [5] }, false],
    ['a User who owns another', tracker, { ...owner, user_id: 2 }, false],
  ])('is %s', (_who, of, person, gets) => {
    expect(asked(of, person) !== null).toBe(gets)
  })
})
