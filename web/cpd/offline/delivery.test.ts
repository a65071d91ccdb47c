import { expect, it } from 'vitest'
import { ApiError } from '#api/client.ts'
import { deliver, isUnreachable, type Requests } from './delivery.ts'
import type { Entry } from './store.ts'

const entry = { client_key: 'key', kind: 'devactivity', body: { target: 'Audit' }, changed: false } as Entry
const row = { id: 7, modified_at: '2026-11-22T00:00:00Z' }
const failing = (error: unknown): Requests => ({
  create: () => Promise.reject(error),
  update: () => Promise.reject(error),
})

it('gives the row, and writes over it what was changed after it may have arrived', async () => {
  const updated: unknown[] = []
  const requests = {
    create: async () => ({ data: row }),
    update: async (entry: Entry, { id }: { id: number }) => updated.push([id, entry.body.target]),
  } as unknown as Requests
  expect(await deliver(entry, requests)).toEqual({ row })
  expect(updated).toEqual([])
  expect(await deliver({ ...entry, changed: true }, requests)).toEqual({ row })
  expect(updated).toEqual([[7, 'Audit']])
})

it.each([
  [400, { message: 'hours: too many.', field: 'hours' }],
  [403, { message: 'You are not a member.' }],
  [473, { message: 'This cycle is closed.', field: 'completed_on' }],
])('keeps the reason of a refusal with status %i', async (status, reason) => {
  expect(await deliver(entry, failing(new ApiError(status, reason)))).toEqual({ refusal: reason })
})

it.each([401, 429, 469, 470, 500, 502, 503])('waits after status %i', async (status) => {
  expect(await deliver(entry, failing(new ApiError(status, {})))).toBeNull()
})

it('waits where there is no answer', async () => {
  expect(await deliver(entry, failing(new TypeError('Failed to fetch')))).toBeNull()
  expect(isUnreachable(new TypeError('Failed to fetch'))).toBe(true)
  expect(isUnreachable(new ApiError(503, {}))).toBe(true)
  expect(isUnreachable(new ApiError(500, {}))).toBe(false)
})
