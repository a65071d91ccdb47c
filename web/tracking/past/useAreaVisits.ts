import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { useParts } from '../../kit/actions/useParts.ts'
import { boundsOf, type Period } from '../../kit/period/period.ts'
import { toBody } from '../map/draw/shape.ts'
import type { Shape } from '../map/draw/types.ts'

type Part = DataOf<'POST area/visits'>
export type AreaVisit = Part['visits'][number]
/** `share` is how much of the time has been looked through, from 0 to 1. */
export type AreaResults = { visits: AreaVisit[]; trackers: number; reports: number; share: number; is_cut: boolean }

/** Who was in an area; asked for by `run`. A result is dropped as soon as another area, time or tracker is chosen. */
export function useAreaVisits({ organisation_id, shape, period, tracker_ids }: Question) {
  const { timezone } = usePreferences()
  let span: { from: string; to: string } | null = null
  return useParts<Part, AreaResults>(JSON.stringify([organisation_id, shape, period, tracker_ids]), {
    ask: async (after) => {
      const now = Date.now()
      const bounds = boundsOf(period, timezone, now)
      span ??= {
        from: bounds.from ?? new Date(now - DAY_MS).toISOString(),
        to: bounds.to ?? new Date(now).toISOString(),
      }
      const { data } = await guarded(
        client.act('POST area/visits', {
          organisation_id,
          ...toBody(shape!),
          ...span,
          ...(tracker_ids.length > 0 && { tracker_ids }),
          ...(after && { after: String(after) }),
        } as Parameters<typeof client.act<'POST area/visits'>>[1]),
      )
      return data
    },
    begin: { visits: [], trackers: 0, reports: 0, share: 0, is_cut: false },
    join: (whole, { visits, trackers, reports, through, is_cut }) => ({
      visits: [...whole.visits, ...visits],
      trackers,
      reports: whole.reports + reports,
      share: span ? (Date.parse(through) - Date.parse(span.from)) / (Date.parse(span.to) - Date.parse(span.from)) : 0,
      is_cut: whole.is_cut || is_cut,
    }),
  })
}

const DAY_MS = 86_400_000
type Question = { organisation_id: number; shape: Shape | null; period: Period; tracker_ids: number[] }
