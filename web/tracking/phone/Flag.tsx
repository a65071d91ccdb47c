import { useTranslation } from 'react-i18next'
import type { Fleet } from '../kit/fleet.ts'
import { useLatest } from '../kit/live/useLatest.ts'
import { StateMark } from '../kit/StateMark.tsx'
import classes from './Phone.module.css'

/** Whether this phone is inside its boundary, by the verdict of its last report. */
export function Flag({ fleet, number }: { fleet: Fleet; number: string | undefined }) {
  const { t } = useTranslation()
  const tracker = fleet.trackers.find((each) => each.number === number)
  const fix = useLatest(tracker?.id ?? null)?.fix
  if (!fix) return null
  const state = fix.outside_boundary === null ? 'unknown' : fix.outside_boundary ? 'outside' : 'inside'
  const boundary = fleet.boundaries.find(({ id }) => id === fix.boundary_id)?.name
  const inside = boundary ? t('tracking:phone.inside', { boundary }) : t('tracking:phone.insideAny')
  return (
    <p className={classes.flag} data-state={state} aria-live="polite">
      <StateMark state={state} />
      {state === 'inside' ? inside : t(state === 'outside' ? 'tracking:phone.outside' : 'tracking:phone.free')}
    </p>
  )
}
