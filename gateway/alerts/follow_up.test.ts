import { expect, it } from 'vitest'
import { raisedKinds } from '#db/tables/people/alert_preferences.ts'
import { addJobsFor } from './follow_up.ts'
import type { Job } from './jobs.ts'
import type { Place } from './places.ts'
import type { NotificationPreferences } from './preferences.ts'
import { valuesOf } from './words.ts'

const preferences = (change: object = {}) =>
  ({
    user_id: null,
    list_group_id: null,
    remind_every_s: 600,
    escalate_after_s: 300,
    escalate_email_recipients: 'boss@example.com',
    escalate_phone_recipients: '',
    addresses: [{ channel: 'email', address: 'desk@example.com' }],
    muted_alarms: [],
    channels: {
      leaving: ['email'],
      alarm: ['email'],
      ...Object.fromEntries(raisedKinds.map((kind) => [kind, ['email']])),
    },
    ...change,
  }) as unknown as NotificationPreferences

const job = (occasion: string, change: object = {}) =>
  ({
    organisation_id: 1,
    tracker_id: 1,
    alert_id: 1,
    occasion,
    kind: occasion,
    step: 0,
    happened_at: '2026-11-29T00:00:00Z',
    started_at: '2026-11-29T00:00:00Z',
    alarm: null,
    boundary: null,
    distance_m: null,
    top_speed: null,
    speed_limit: null,
    ended_at: null,
    ...change,
  }) as unknown as Job

const followUps = (occasion: string, change: object = {}) =>
  addJobsFor(job(occasion), preferences(change)).map((each) => `${each.occasion} ${each.after_s}`)

it.each([
  ['left_boundary', ['reminder 600', 'escalation 300']],
  ['entered_boundary', ['reminder 600', 'escalation 300']],
  ['alarm', ['escalation 300']],
  ['guard', ['escalation 300']],
  ['towed', ['escalation 300']],
  ['unplugged', ['escalation 300']],
  ['jamming', ['escalation 300']],
  ['sensor', ['escalation 300']],
  ['proximity', ['escalation 300']],
  ['reminder', ['reminder 600']],
  ['speeding', []],
  ['idling', []],
  ['no_data', []],
  ['low_battery', []],
  ['maintenance_due', []],
  ['unknown_key', []],
  ['licence_expired', []],
  ['no_show', []],
  ['escalation', []],
])('after %s follow %j', (occasion, expected) => {
  expect(followUps(occasion)).toEqual(expected)
})

it('a kind that a list has switched off is not escalated to its second one', () => {
  expect(followUps('guard', { channels: { guard: [] } })).toEqual([])
  expect(followUps('guard', { escalate_email_recipients: '' })).toEqual([])
  expect(followUps('guard', { escalate_after_s: 0 })).toEqual([])
})

it('an escalation says what has happened, in the language of its reader', () => {
  const of = { organisation: 'Haulage', public_url: 'https://example.com', now: new Date('2026-11-29T00:10:00Z') }
  const escalation = (change: object) => job('escalation', { tracker_name: 'Van 3', ...change })
  const alarmOf = (change: object, locale: string) =>
    valuesOf(
      escalation(change),
      undefined as Place | undefined,
      { locale, timezone: 'UTC', units: 'metric' } as never,
      of,
    )
  expect(alarmOf({ kind: 'guard' }, 'en-NZ')).toMatchObject({
    alarm: 'Van 3 has left where it was parked',
    boundary: null,
  })
  expect(alarmOf({ kind: 'sensor', sensor: 'Freezer: 2 °C' }, 'en-NZ').alarm).toContain('Freezer')
  expect(alarmOf({ kind: 'guard' }, 'de').alarm).toContain('Van 3')
  expect(alarmOf({ kind: 'left_boundary', boundary: 'Depot' }, 'en-NZ')).toMatchObject({
    alarm: null,
    boundary: 'Depot',
  })
  expect(alarmOf({ kind: 'alarm', alarm: 'sos' }, 'en-NZ').alarm).toBe('The person calls for help')
})
