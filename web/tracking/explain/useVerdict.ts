import { useTranslation } from 'react-i18next'
import { toDuration } from '../../kit/format/format.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { useAlertText } from '../alerts/useAlertText.ts'
import type { Alert } from '../types.ts'
import type { Explanation } from './types.ts'

/** What was decided, in a few words and in a sentence. */
export function useVerdict({ tracker, verdict, boundaries, alerts, at }: Explanation) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { what } = useAlertText()
  const { state, since, count, elapsed_s, is_cut } = verdict
  const reports = t('tracking:explain.reports', { count })
  const counted = is_cut ? t('tracking:explain.atLeast', { reports }) : reports
  const values = {
    since: since === null ? '' : moment(since, true),
    run: elapsed_s > 0 ? t('tracking:explain.run', { reports: counted, elapsed: toDuration(elapsed_s) }) : counted,
    needed: needed(),
  }
  const open = alerts.find((one) => isOpen(one, at))
  const headline = t(`tracking:explain.headlines.${open ? 'alerted' : state}`, {
    what: open ? what(open as Alert) : '',
  })
  return { headline, sentence: sentence() }

  function sentence(): string {
    if (state === 'alerted' && since === null) return t('tracking:explain.states.alertedUnseen')
    const boundary = boundaries.find(({ boundary_id }) => boundary_id === verdict.boundary_id)?.name
    if (state === 'inside' && boundary) return t('tracking:explain.states.insideOf', { boundary })
    return t(`tracking:explain.states.${state}`, values)
  }

  /** As the engine confirms: a delay beside the default of one report decides alone. */
  function needed(): string {
    const { exit_confirmations, exit_delay_s } = tracker
    const confirmations = t('tracking:explain.reports', { count: exit_confirmations })
    if (exit_delay_s === 0) return confirmations
    const delay = toDuration(exit_delay_s)
    return exit_confirmations === 1 ? delay : t('tracking:explain.either', { reports: confirmations, delay })
  }
}

/** Whether an alert was open at a time. */
export const isOpen = ({ started_at, ended_at }: Explanation['alerts'][number], at: string) =>
  Date.parse(started_at) <= Date.parse(at) && (ended_at === null || Date.parse(ended_at) >= Date.parse(at))
