import { Anchor, Group, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import type { Alert } from '../../core/types.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { AlertActions } from '../alerts/AlertActions.tsx'
import { useSentence } from '../alerts/useSentence.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { StateMark } from '../fleet/StateMark.tsx'
import classes from './Home.module.css'

const max = 20

/** Open alerts, newest first, with links to the map. */
export function OpenAlerts({ fleet, now }: { fleet: Fleet; now: number }) {
  const { t } = useTranslation()
  const { alerts } = fleet
  return (
    <section className={classes.card} aria-labelledby="home-alerts">
      <div className={classes.head}>
        <Title order={2} size="h5" id="home-alerts">
          {t('tracking:home.alerts')}
        </Title>
        <Group gap="md">
          <Anchor component={Link} to={paths.alerts()} size="sm">
            {t('tracking:home.allAlerts')}
          </Anchor>
          <Anchor component={Link} to={paths.settings({ tab: 'alerts' })} size="sm">
            {t('tracking:home.notified')}
          </Anchor>
        </Group>
      </div>
      {alerts.length === 0 ? (
        <p className={classes.none}>{t('tracking:home.noAlerts')}</p>
      ) : (
        <ul className={classes.lines}>
          {alerts.slice(0, max).map((alert) => (
            <li key={alert.id}>
              <Line alert={alert} fleet={fleet} now={now} />
            </li>
          ))}
        </ul>
      )}
      {alerts.length > max && (
        <Anchor component={Link} to={paths.alerts({ state: 'open' })} size="sm">
          {t('tracking:home.more', { count: alerts.length - max })}
        </Anchor>
      )}
    </section>
  )
}

function Line({ alert, fleet, now }: { alert: Alert; fleet: Fleet; now: number }) {
  const { t } = useTranslation()
  const { time, ago } = useTimes()
  const sentence = useSentence(alert, fleet)
  const when = t('tracking:alerts.at', { time: time(alert.started_at, now), ago: ago(alert.started_at, now) })
  return (
    <>
      <Link className={classes.line} to={paths.map({ tracker: alert.tracker_id })}>
        <StateMark state="outside" />
        <span className={classes.name}>{sentence}</span>
        <span className={classes.quiet}>{when}</span>
      </Link>
      <div className={classes.below}>
        <AlertActions alert={alert} name={sentence} />
      </div>
    </>
  )
}
