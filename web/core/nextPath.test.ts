import { expect, test, vi } from 'vitest'
import { nextPath, startPage } from './nextPath.ts'

vi.stubGlobal('location', { origin: 'https://ringfence.example' })

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

test.each([
  [['tracking', 'files', 'cpd'], '/app/home'],
  [['files', 'cpd'], '/app/dashboard'],
  [['files'], '/app/files'],
  [[], '/app/messages'],
] as const)('an organisation with %j begins at %s', (features, path) => expect(startPage(features)).toBe(path))
