import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTimes } from '../../kit/format/useTimes.ts'
import type { Fleet } from '../kit/fleet.ts'
import { StateMark } from '../kit/StateMark.tsx'
import { focusTracker } from '../kit/selection.ts'
import type { Alert } from '../types.ts'
import { AlertActions } from './AlertActions.tsx'
import classes from './AlertStrip.module.css'
import { useSentence } from './useSentence.ts'

export function AlertLine({ alert, fleet, now }: { alert: Alert; fleet: Fleet; now: number }) {
  const { time, ago } = useTimes()
  const { t } = useTranslation()
  const sentence = useSentence(alert, fleet)
  return (
    <div className={classes.line} data-seen={Boolean(alert.acknowledged_at) || undefined}>
      <UnstyledButton className={classes.what} onClick={() => focusTracker(alert.tracker_id)}>
        <StateMark state="outside" />
        <span className={classes.sentence}>{sentence}</span>
        <span className={classes.time}>
          {t('tracking:alerts.at', { time: time(alert.started_at, now), ago: ago(alert.started_at, now) })}
        </span>
      </UnstyledButton>
      <AlertActions alert={alert} name={sentence} />
    </div>
  )
}
