import type { client } from '../../core/api.ts'

type Answer = Awaited<ReturnType<typeof client.act<'GET explain'>>>['data']
export type Explanation = Answer
export type ExplainedBoundary = Answer['boundaries'][number]
export type Notified = Answer['notified']
