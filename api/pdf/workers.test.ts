import { afterAll, expect, it } from 'vitest'
import { PdfWorkers } from './workers.ts'

const limits = { threads: 1, per_person: 1, per_organisation: 2, waiting: 3, seconds: 30 }
const workers = new PdfWorkers(limits)
afterAll(() => workers.close())

/** A layout whose only function is given as text. */
const layout = (body: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`export async function layOut(data) { ${body} }`)}`)
const thread = layout(`const { threadId } = await import('node:worker_threads'); return Buffer.from(String(threadId))`)
const asker = { user_id: 1, organisation_id: 1 }
const threadOf = async (pool: PdfWorkers) => (await pool.make(thread, null, asker)).toString()

it('lays documents out in a thread of its own, which is used again', async () => {
  const first = await threadOf(workers)
  expect(Number(first)).toBeGreaterThan(0)
  expect(await threadOf(workers)).toBe(first)
})

it('refuses more than may wait of a person, of an organisation and in all, with the seconds to wait', async () => {
  const askers = [1, 1, 1, 2, 3, 4, 5].map((user_id) => ({ user_id, organisation_id: user_id < 4 ? 1 : user_id }))
  const answers = await Promise.allSettled(askers.map((of) => workers.make(thread, null, of)))
  expect(answers.map((one) => (one.status === 'fulfilled' ? 'made' : one.reason))).toEqual([
    'made',
    'made',
    expect.objectContaining({
      code: 'too_many_requests',
      retry_after_s: 5,
      message:
        '1 documents of yours are waiting to be made, as many as one person may have. Please try again in 5 seconds.',
    }),
    'made',
    expect.objectContaining({ code: 'too_many_requests', message: expect.stringContaining('this organisation') }),
    'made',
    expect.objectContaining({ code: 'unavailable', retry_after_s: 5 }),
  ])
})

it.each([
  ['crashes', 'process.exit(1)', 'could not be made'],
  [
    'throws outside of its promise',
    'setTimeout(() => { throw new Error() }); return new Promise(() => {})',
    'could not',
  ],
  ['takes too much memory', 'const all = []; for (;;) all.push(new Array(1e6).fill({}))', 'more memory than one'],
  ['takes too long', 'for (;;);', 'longer than one'],
])('replaces a thread that %s', async (_how, body, sentence) => {
  const pool = new PdfWorkers({ ...limits, seconds: body === 'for (;;);' ? 1 : 30, memory_mb: 32 })
  const before = await threadOf(pool)
  await expect(pool.make(layout(body), null, asker)).rejects.toMatchObject({
    code: 'not_possible',
    message: expect.stringContaining(sentence),
  })
  expect(await threadOf(pool)).not.toBe(before)
  await pool.close()
})

it('passes the errors of a layout on', async () => {
  await expect(workers.make(layout("throw new Error('no lines')"), null, asker)).rejects.toThrow('no lines')
})

it('ends a thread that rests', async () => {
  const pool = new PdfWorkers({ ...limits, rest_ms: 1 })
  const first = await threadOf(pool)
  await expect.poll(() => threadOf(pool)).not.toBe(first)
  await pool.close()
})
