import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { dayOf } from '../../kit/format/zoned.ts'

/** Says when a membership is paused, and why; nothing of a pause that is over. */
export function usePause({ paused_from, paused_until, pause_reason, is_paused }: Row<'subscription'>) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { timezone } = usePreferences()
  if (paused_from === null || paused_until === null) return { text: null, is_planned: false }
  const is_planned = paused_from > dayOf(Date.now(), timezone)
  const days = { from: day(paused_from), until: day(paused_until) }
  const text =
    is_paused || is_planned ? [t('billing:pauses.days', days), pause_reason].filter(Boolean).join(': ') : null
  return { text, is_planned }
}
