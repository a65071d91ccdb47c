import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../../core/api.ts'
import { useParts } from '../../../kit/actions/useParts.ts'

type Part = DataOf<'POST boundary/rehearse'>
export type RehearsedAlert = Part['alerts'][number]
export type Rehearsed = Pick<Part, 'alerts' | 'trackers' | 'of' | 'reports'> & { shortened: number }

/**
 * Rehearses a boundary. A result is dropped as soon as the boundary is changed.
 *
 * @param body of `boundary/rehearse`; null without a shape
 */
export function useRehearsal(body: object | null) {
  return useParts<Part, Rehearsed>(JSON.stringify(body), {
    ask: async (after = 0) =>
      (await guarded(client.act('POST boundary/rehearse', { ...body, after: after ?? 0 }))).data,
    begin: { alerts: [], trackers: 0, of: 0, reports: 0, shortened: 0 },
    join: (whole, part) => ({
      alerts: [...whole.alerts, ...part.alerts],
      trackers: whole.trackers + part.trackers,
      of: part.of,
      reports: whole.reports + part.reports,
      shortened: whole.shortened + part.shortened.length,
    }),
  })
}
