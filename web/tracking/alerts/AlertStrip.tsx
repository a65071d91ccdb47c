import { UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../kit/format/useNow.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { phoneWidth } from '../../kit/theme/theme.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import type { Fleet } from '../kit/fleet.ts'
import { AlertLine, AlertMark } from './AlertLine.tsx'
import classes from './AlertStrip.module.css'
import { byUrgency } from './groups.ts'
import { useSentence } from './useSentence.ts'

const AlertGroups = lazy(() => import('./AlertGroups.tsx'))

/** Alerts that are shown one by one; the others are grouped behind "more". */
const newest = 3

/** Open alerts, those that wait first. On a phone one line, which opens. Ended ones are removed. */
export function AlertStrip({ fleet }: { fleet: Fleet }) {
  const { t } = useTranslation()
  const phone = useMediaQuery(phoneWidth)
  const [all, setAll] = useState(false)
  const now = useNow(5000)
  const alerts = useMemo(() => byUrgency(fleet.alerts, now), [fleet.alerts, now])
  if (alerts.length === 0) return null
  const hidden = alerts.length - newest
  const single = all ? [] : alerts.slice(0, newest)
  return (
    <section className={classes.strip} aria-label={t('tracking:alerts.label')} role="log" data-all={all || undefined}>
      {phone && <Summary alerts={alerts} fleet={fleet} now={now} open={all} toggle={() => setAll(!all)} />}
      {(!phone || all) && (
        <div className={classes.lines}>
          {single.map((alert) => (
            <AlertLine key={alert.id} alert={alert} fleet={fleet} now={now} />
          ))}
          <Suspense>{all && <AlertGroups alerts={alerts} fleet={fleet} now={now} />}</Suspense>
        </div>
      )}
      {!phone && hidden > 0 && (
        <UnstyledButton className={classes.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('tracking:alerts.fewer') : t('tracking:alerts.more', { count: hidden })}
          <Icon of={all ? IconChevronUp : IconChevronDown} />
        </UnstyledButton>
      )}
    </section>
  )
}

/** The newest alert, and how many there are. */
function Summary({ alerts, fleet, now, open, toggle }: SummaryProps) {
  const { t } = useTranslation()
  const { ago } = useTimes()
  const alert = alerts[0]!
  const sentence = useSentence(alert, fleet)
  const more = alerts.length - 1
  return (
    <UnstyledButton className={classes.summary} aria-expanded={open} onClick={toggle}>
      <AlertMark alert={alert} />
      <span className={classes.sentence}>{open ? t('tracking:alerts.count', { count: alerts.length }) : sentence}</span>
      <span className={classes.time}>
        {!open && (more > 0 ? t('tracking:alerts.plus', { count: more }) : ago(alert.started_at, now))}
      </span>
      <Icon of={open ? IconChevronUp : IconChevronDown} />
    </UnstyledButton>
  )
}

type SummaryProps = { alerts: Fleet['alerts']; fleet: Fleet; now: number; open: boolean; toggle: () => void }
