import { expect, test, vi } from 'vitest'
import { nextPath } from './nextPath.ts'

vi.stubGlobal('location', { origin: 'https://ringfence.example' })

test.each([
  [null, '/app/map'],
  ['/app/map?tracker=7', '/app/map?tracker=7'],
  ['/app/signin?next=/app/map', '/app/map'],
  ['//evil.example/app', '/app/map'],
  ['/\\evil.example', '/app/map'],
  ['https://evil.example', '/app/map'],
])('%s leads to %s', (next, path) => expect(nextPath(next)).toBe(path))
