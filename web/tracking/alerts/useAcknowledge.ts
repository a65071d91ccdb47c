import { client, post } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { alertsOf } from '../kit/queries.ts'
import type { Alert } from '../types.ts'

/** As many as the server takes at once. */
const mostAtOnce = 1000

/** Acknowledges or snoozes an alert. Each returns whether the server accepted it; a refusal is a toast. */
export function useAcknowledge({ id }: Alert) {
  const { busy, run } = useAction()
  const change = (path: string, body: object) =>
    run(async () => {
      const { data } = await post<Alert>(path, { id, ...body })
      replace(data.organisation_id, new Map([[id, data]]))
    })
  return {
    busy,
    acknowledge: (note?: string) => change('alert/acknowledge', note === undefined ? {} : { note }),
    snooze: (until: string) => change('alert/snooze', { until }),
  }
}

/** Acknowledges alerts of one organisation together, with one note. */
export function useAcknowledgeGroup(alerts: Alert[]) {
  const { busy, run } = useAction()
  const acknowledge = (note: string) =>
    run(async () => {
      const { organisation_id } = alerts[0]!
      for (let at = 0; at < alerts.length; at += mostAtOnce) {
        const part = alerts.slice(at, at + mostAtOnce)
        const body = { organisation_id, ids: part.map(({ id }) => id), note }
        await client.act('POST alerts/acknowledge', body)
        const done = { acknowledged_at: new Date().toISOString(), acknowledged_note: note.trim() || null }
        replace(organisation_id, new Map(part.map((alert) => [alert.id, { ...alert, ...done }])))
      }
    })
  return { busy, acknowledge }
}

function replace(organisation_id: number, changed: ReadonlyMap<number, Alert>) {
  const { queryKey } = alertsOf(organisation_id)
  queries.setQueryData(queryKey, (before: Alert[] = []) => before.map((each) => changed.get(each.id) ?? each))
  queries.invalidateQueries({ queryKey: queryKeys.pages('alert') })
}
