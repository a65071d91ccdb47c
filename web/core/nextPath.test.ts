import { expect, test, vi } from 'vitest'
import { keepNext, nextPath, startPage } from './nextPath.ts'

vi.stubGlobal('location', { origin: 'https://ringfence.example' })
const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})

test.each([
  [null, '/app/home'],
  ['/app/map?tracker=7', '/app/map?tracker=7'],
  ['/app/signin?next=/app/map', '/app/home'],
  ['/app/signout', '/app/home'],
  ['//evil.example/app', '/app/home'],
  ['/\\evil.example', '/app/home'],
  ['https://evil.example', '/app/home'],
])('%s leads to %s', (next, path) => expect(nextPath(next, null, ['tracking', 'cpd'])).toBe(path))

test.each([
  [null, '/app/trackers', '/app/trackers'],
  ['/app/map', '/app/trackers', '/app/map'],
  [null, '/', '/app/home'],
])('%s and a first page of %s lead to %s', (next, post_login_url, path) =>
  expect(nextPath(next, { post_login_url }, ['tracking'])).toBe(path),
)

test('what was kept during registration comes after the address, and before the first page', () => {
  keepNext('/app/pricing?organisation=3')
  expect(nextPath(null, { post_login_url: '/app/trackers' }, [])).toBe('/app/pricing?organisation=3')
  expect(nextPath('/app/map', null, ['tracking'])).toBe('/app/map')
  keepNext('https://evil.example')
  expect(nextPath(null, null, ['tracking'])).toBe('/app/home')
  keepNext('/app/pricing')
  keepNext(null)
  expect(nextPath(null, null, ['tracking'])).toBe('/app/home')
  stored.set('ringfence.next', '{"path":"/app/pricing","until":1}')
  expect(nextPath(null, null, ['tracking'])).toBe('/app/home')
})

test.each([
  [['tracking', 'files', 'cpd'], '/app/home'],
  [['files', 'cpd'], '/app/dashboard'],
  [['files', 'cpd', 'billing'], '/app/dashboard'],
  [['files', 'billing'], '/app/membership'],
  [['billing'], '/app/membership'],
  [['files'], '/app/files'],
  [[], '/app/messages'],
] as const)('an organisation with %j begins at %s', (features, path) => expect(startPage(features)).toBe(path))
