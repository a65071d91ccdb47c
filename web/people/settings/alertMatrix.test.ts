import { expect, it } from 'vitest'
import type { UserConfig } from '../../core/types.ts'
import { fieldsOf, matrixOf } from './alertMatrix.ts'

const saved = {
  alert_tracker_email: true,
  alert_tracker_sms: true,
  alert_tracker_push: false,
  alert_phone_email: false,
  alert_phone_sms: false,
  alert_phone_push: true,
  alert_on_return: true,
  alert_alarms: true,
  alert_offline: false,
  return_channels: null,
  alarm_channels: ['sms'],
  offline_channels: ['email'],
  kind_channels: { speeding: ['sms'], towed: [] } as UserConfig['kind_channels'],
} as UserConfig

it('shows what is sent by which channel', () => {
  expect(matrixOf(saved)).toEqual({
    tracker: ['email', 'sms'],
    phone: ['push'],
    return: ['email', 'sms', 'push'],
    alarm: ['sms'],
    offline: [],
    speeding: ['sms'],
    idling: ['email', 'sms', 'push'],
    towed: [],
    no_data: ['email', 'sms', 'push'],
    low_battery: ['email', 'sms', 'push'],
    unplugged: ['email', 'sms', 'push'],
    maintenance_due: ['email', 'sms', 'push'],
    guard: ['email', 'sms', 'push'],
    sensor: ['email', 'sms', 'push'],
    jamming: ['email', 'sms', 'push'],
    proximity: ['email', 'sms', 'push'],
    unknown_key: ['email', 'sms', 'push'],
    licence_expired: ['email', 'sms', 'push'],
    no_show: ['email', 'sms', 'push'],
  })
  expect(matrixOf(null)).toEqual({
    tracker: ['email', 'push'],
    phone: ['email', 'push'],
    return: [],
    alarm: ['email', 'push'],
    offline: [],
    speeding: ['email', 'push'],
    idling: ['email', 'push'],
    towed: ['email', 'push'],
    no_data: ['email', 'push'],
    low_battery: ['email', 'push'],
    unplugged: ['email', 'push'],
    maintenance_due: ['email', 'push'],
    guard: ['email', 'push'],
    sensor: ['email', 'push'],
    jamming: ['email', 'push'],
    proximity: ['email', 'push'],
    unknown_key: ['email', 'push'],
    licence_expired: ['email', 'push'],
    no_show: ['email', 'push'],
  })
})

it('saves the kinds that were changed, and no others', () => {
  const before = matrixOf(saved)
  expect(fieldsOf(before, before)).toEqual({})
  expect(fieldsOf({ ...before, tracker: ['push'], alarm: [], offline: ['sms'] }, before)).toEqual({
    alert_tracker_email: false,
    alert_tracker_sms: false,
    alert_tracker_push: true,
    alert_alarms: false,
    alarm_channels: [],
    alert_offline: true,
    offline_channels: ['sms'],
  })
  const { kind_channels } = saved
  expect(fieldsOf({ ...before, idling: ['sms'] }, before, kind_channels)).toEqual({
    kind_channels: { ...kind_channels, idling: ['sms'] },
  })
})
