import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import type { Fleet } from '../kit/fleet.ts'
import { AlertGroupLine } from './AlertGroupLine.tsx'
import { AlertLine } from './AlertLine.tsx'
import classes from './AlertStrip.module.css'
import { groupAlerts } from './groups.ts'

/** Lines of the opened strip. The page of alerts has all. */
const most = 100

/** All open alerts, those of one kind and minute in one line. */
export default function AlertGroups({ alerts, fleet, now }: { alerts: Fleet['alerts']; fleet: Fleet; now: number }) {
  const { t } = useTranslation()
  const groups = useMemo(() => groupAlerts(alerts, now), [alerts, now])
  return (
    <>
      {groups
        .slice(0, most)
        .map((group) =>
          group.length === 1 ? (
            <AlertLine key={group[0]!.id} alert={group[0]!} fleet={fleet} now={now} />
          ) : (
            <AlertGroupLine key={group.at(-1)!.id} group={group} now={now} />
          ),
        )}
      <Link className={classes.all} to={paths.alerts({ state: 'open' })}>
        {t('tracking:alerts.all')}
      </Link>
    </>
  )
}
