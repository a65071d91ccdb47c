import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconBellRinging, IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import type { Fleet } from '../kit/fleet.ts'
import { StateMark } from '../kit/StateMark.tsx'
import { focusTracker } from '../kit/selection.ts'
import type { Alert } from '../types.ts'
import { AlertMenu } from './AlertMenu.tsx'
import classes from './AlertStrip.module.css'
import { useAcknowledge } from './useAcknowledge.ts'
import { useHandled } from './useHandled.ts'
import { useSentence } from './useSentence.ts'

/** An alert in one line: a press shows its tracker, a tick acknowledges it, the menu has what else may be done. */
export function AlertLine({ alert, fleet, now }: { alert: Alert; fleet: Fleet; now: number }) {
  const { time, ago } = useTimes()
  const { t } = useTranslation()
  const sentence = useSentence(alert, fleet)
  const change = useAcknowledge(alert)
  const handled = useHandled()(alert)
  const when = t('tracking:alerts.at', { time: time(alert.started_at, now), ago: ago(alert.started_at, now) })
  return (
    <div className={classes.line} data-seen={handled !== null || undefined}>
      <UnstyledButton
        className={classes.what}
        title={`${sentence}, ${when}`}
        onClick={() => focusTracker(alert.tracker_id)}
      >
        <AlertMark alert={alert} />
        <span className={classes.sentence}>{sentence}</span>
        <span className={classes.time}>{handled ?? ago(alert.started_at, now)}</span>
      </UnstyledButton>
      {!alert.acknowledged_at && (
        <ActionIcon
          variant="subtle"
          size="sm"
          className={classes.tick}
          loading={change.busy}
          aria-label={t('tracking:alerts.acknowledgeThis', { name: sentence })}
          title={t('tracking:alerts.acknowledge')}
          onClick={() => change.acknowledge()}
        >
          <Icon of={IconCheck} />
        </ActionIcon>
      )}
      <AlertMenu alert={alert} name={sentence} {...change} />
    </div>
  )
}

/** The icon of an alarm, or the mark of a tracker that is outside. */
export function AlertMark({ alert }: { alert: Pick<Alert, 'kind'> }) {
  if (alert.kind !== 'alarm') return <StateMark state="outside" />
  return (
    <span className={classes.alarm}>
      <Icon of={IconBellRinging} />
    </span>
  )
}
