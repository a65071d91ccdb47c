import type { FastifyInstance } from 'fastify'
import type { LiveReport } from '#db/live/feed.ts'
import type { ApiContext } from '../../context.ts'
import { signToken } from '../../crud/session/tokens.ts'
import { authorizeLive } from '../access/live.ts'
import type { Caller } from './caller.ts'

/** The last report of each tracker that the caller sees on the live map. */
export async function readLast({ app, context, caller }: By): Promise<Map<number, LiveReport>> {
  const token = signToken(app, caller.viewer)
  const viewer = await authorizeLive(app, context, { token }, ['trackers'])
  const reports = viewer ? await context.readLastReports(viewer) : []
  return new Map(reports.map((report) => [report.tracker_id, report]))
}

type By = { app: FastifyInstance; context: Pick<ApiContext, 'db' | 'readLastReports'>; caller: Caller }
