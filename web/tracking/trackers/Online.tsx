import { useTranslation } from 'react-i18next'
import type { Tracker } from '../../core/types.ts'
import { toPeriod } from '../../kit/format/format.ts'
import { StateMark } from '../fleet/StateMark.tsx'
import classes from './Online.module.css'

/** Whether a tracker is online, or since when it is offline. */
export function Online({ tracker }: { tracker: Tracker }) {
  const { t } = useTranslation()
  const { active, online, seen_at } = tracker
  const state = !active ? 'inactive' : online ? 'inside' : seen_at ? 'offline' : 'never'
  const silent = seen_at ? toPeriod((Date.now() - Date.parse(seen_at)) / 1000) : ''
  const text = {
    inactive: t('tracking:state.inactive'),
    inside: t('tracking:state.online'),
    offline: t('tracking:fleet.offlineFor', { duration: silent }),
    never: t('tracking:state.never'),
  }[state]
  return (
    <span className={classes.online}>
      <StateMark state={state} />
      {text}
    </span>
  )
}
