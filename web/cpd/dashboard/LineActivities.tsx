import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import type { Line, LineActivity, Stats } from '../kit/queries.ts'
import { refdataOf } from '../kit/queries.ts'
import { activitiesOf } from './plans.ts'
import classes from './Result.module.css'

/** The activities that a sum is made of, with what limits them. Their names are read when it is opened. */
export function LineActivities({ line, stats }: { line: Line; stats: Stats }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [opened, setOpened] = useState(false)
  const { data: names } = useQuery({ ...activitiesOf(organisation_id, stats.user_id, stats.cycle_id), enabled: opened })
  const { data: refdata } = useQuery({ ...refdataOf(organisation_id), enabled: opened })
  const limitOf = ({ limited_by }: LineActivity) => {
    if (!limited_by) return null
    if ('rule' in limited_by) return t('cpd:dashboard.limitedByRule', { cap: limited_by.cap })
    const { category_code, cap } = limited_by
    const category = refdata?.categories.find(({ code }) => code === category_code)?.name ?? category_code
    return t('cpd:dashboard.limitedByCap', { category, cap })
  }
  return (
    <details className={classes.details} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{t('cpd:dashboard.activities', { count: line.activities.length })}</summary>
      <ul>
        {line.activities.map((activity) => {
          const known = names?.get(Number(activity.id))
          const limit = limitOf(activity)
          return (
            <li key={activity.id}>
              {known ? (
                <Link to={paths.activity({ id: known.id })}>{known.target || t('cpd:activities.untitled')}</Link>
              ) : (
                t('cpd:activities.untitled')
              )}
              {known?.completed_on && `, ${day(known.completed_on)}`}:{' '}
              {activity.credit === activity.hours
                ? activity.credit
                : t('cpd:dashboard.counts', { credit: activity.credit, hours: activity.hours })}
              {limit && <span className={classes.limit}> {limit}</span>}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
