import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guarded, post } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { showFailure } from '../../kit/ui/showToast.ts'
import { alertsOf } from '../fleet/queries.ts'
import type { Alert } from '../types.ts'

/** Acknowledges or snoozes an alert. Each returns whether the server accepted it; a refusal is a toast. */
export function useAcknowledge(id: number) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const change = async (path: string, body: object): Promise<boolean> => {
    setBusy(true)
    try {
      const { data } = await guarded(post<Alert>(path, { id, ...body }))
      take(data)
      return true
    } catch (error) {
      showFailure(error, t('form.unreachable'))
      return false
    } finally {
      setBusy(false)
    }
  }
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
