import { expect, it } from 'vitest'
import { resourceInAddress } from './resourceInAddress.ts'

it.each([
  ['/app/map', '?tracker=7', { resource: 'tracker', id: 7 }],
  ['/app/map', '?tracker_id=7&at=2026-11-21T00%3A00%3A00Z', { resource: 'tracker', id: 7 }],
  ['/app/replay', '?tracker=7,8&day=2026-11-21', { resource: 'tracker', id: 7 }],
  ['/app/trackerevent', '?id=99&tracker=7', { resource: 'tracker', id: 7 }],
  ['/app/tracker', '?id=7', { resource: 'tracker', id: 7 }],
  ['/app/tracker/', '?id=7', { resource: 'tracker', id: 7 }],
  ['/app/boundary/edit', '?id=3', { resource: 'boundary', id: 3 }],
  ['/app/message', '?id=5', { resource: 'message', id: 5 }],
  ['/app/plan', '?id=5', { resource: 'devplan', id: 5 }],
  ['/app/plan', '', null],
  ['/app/user/admin', '?id=5', null],
  ['/app/tracker', '', null],
  ['/app/map', '?tracker=x', null],
  ['/app/map', '?tracker=-1', null],
  ['/app/map', '?tracker=1e99', null],
])('%s%s is about %j', (pathname, search, named) => {
  expect(resourceInAddress(pathname, search)).toEqual(named)
})
