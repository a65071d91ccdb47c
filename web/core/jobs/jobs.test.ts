import { expect, it } from 'vitest'
import type { Job } from '../types.ts'
import { withJob } from './jobs.ts'

const job = (id: number, state: Job['state'], done_bytes = 0) => ({ id, state, done_bytes, source: 'a.zip' }) as Job

it('puts a new job first', () => {
  expect(withJob([job(1, 'done')], job(2, 'queued')).map(({ id }) => id)).toEqual([2, 1])
})

it('takes progress, and keeps the name that live updates do not have', () => {
  const { source: _, ...update } = job(1, 'running', 9)
  expect(withJob([job(1, 'running', 5)], update)).toEqual([job(1, 'running', 9)])
})

it('keeps the end of a job that an older answer would undo', () => {
  expect(withJob([job(1, 'done', 9)], job(1, 'queued'))).toEqual([job(1, 'done', 9)])
})
