import { post } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { alertsOf } from '../kit/queries.ts'
import type { Alert } from '../types.ts'

/** Acknowledges or snoozes an alert. Each returns whether the server accepted it; a refusal is a toast. */
export function useAcknowledge(id: number) {
  const { busy, run } = useAction()
  const change = (path: string, body: object) => run(async () => take((await post<Alert>(path, { id, ...body })).data))
  return {
    busy,
    acknowledge: (note?: string) => change('alert/acknowledge', note === undefined ? {} : { note }),
    snooze: (until: string) => change('alert/snooze', { until }),
  }
}

function take(alert: Alert) {
  const open = alertsOf(alert.organisation_id).queryKey
  queries.setQueryData(open, (before: Alert[] = []) => before.map((each) => (each.id === alert.id ? alert : each)))
  queries.invalidateQueries({ queryKey: queryKeys.pages('alert') })
}
