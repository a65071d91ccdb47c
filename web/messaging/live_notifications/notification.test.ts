import { expect, it } from 'vitest'
import { type CurrentNotification, isShown } from './notification.ts'

const notification: CurrentNotification = {
  id: 7,
  title: 'Works',
  text: '',
  begins: '2026-11-20T00:00:00Z',
  expires: null,
}
const now = Date.parse('2026-11-21T00:00:00Z')

it.each<[string, Partial<CurrentNotification>, string[], boolean]>([
  ['is shown until it is ended', {}, [], true],
  ['is shown until it expires', { expires: '2026-11-21T00:00:01Z' }, [], true],
  ['is over when it expires', { expires: '2026-11-21T00:00:00Z' }, [], false],
  ['stays dismissed', {}, ['7@1795132800000'], false],
  ['is shown though another was dismissed', {}, ['8@1795132800000'], true],
  ['is shown again when it has a new start', { begins: '2026-11-20T12:00:00Z' }, ['7@1795132800000'], true],
])('a notification %s', (_story, change, dismissed, shown) => {
  expect(isShown({ ...notification, ...change }, dismissed, now)).toBe(shown)
})
