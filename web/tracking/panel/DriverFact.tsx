import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { keys } from '../keys.ts'
import classes from './TrackerPanel.module.css'

/** Milliseconds after which it is asked again: plans begin and end by the clock. */
const REFRESH = 60_000

/** Who drives a tracker now, or is planned to, and their phone. */
export function DriverFact({ tracker_id }: { tracker_id: number }) {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: keys.driverNow(tracker_id),
    queryFn: async () => (await guarded(client.act('GET tracker/driver', { tracker_id }))).data,
    refetchInterval: REFRESH,
  })
  if (!data?.name) return null
  const { driver_id, phone, planned } = data
  const name = planned ? t('tracking:plans.planned', { name: data.name }) : data.name
  return (
    <div className={classes.fact}>
      <dt>{t('tracking:fields.tracker.driver_name')}</dt>
      <dd>
        {driver_id ? <Link to={paths.driver({ id: driver_id })}>{name}</Link> : name}
        {phone && <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>}
      </dd>
    </div>
  )
}
