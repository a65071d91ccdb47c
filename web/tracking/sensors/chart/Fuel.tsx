import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../../core/api.ts'
import { paths } from '../../../core/paths.ts'
import { useTimes } from '../../../kit/format/useTimes.ts'
import { keys } from '../../keys.ts'
import { useValues } from '../../movement/values.ts'
import tiles from '../Readings.module.css'
import { type Reading, useValueText } from '../useReadings.ts'
import classes from './Chart.module.css'

const MOST_MS = 31 * 86_400_000

/** What was used of a tank in the period of the chart, filled into it and lost, each with its replay. */
export function Fuel({ tracker_id, tank, from, until }: Props) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const values = useValues()
  const text = useValueText()
  const period = { from: new Date(from).toISOString(), until: new Date(until).toISOString() }
  const request = { tracker_id, sensor_id: tank.sensor_id, ...period }
  const isLonger = until - from > MOST_MS
  const { data, error } = useQuery({
    queryKey: keys.fuel(request),
    queryFn: async () => (await guarded(client.act('GET sensor/fuel', request))).data,
    enabled: !isLonger,
  })
  const amount = (value: number) => text(value, tank)
  const known = (value: number | null) => (value === null ? null : amount(value))
  const figures = (fuel: DataOf<'GET sensor/fuel'>): [string, string | null][] => [
    [t('tracking:fuel.used'), known(fuel.used)],
    [t('tracking:fuel.distance'), values(fuel.distance_m, 'distance')],
    [t('tracking:fuel.per100'), known(fuel.used_per_100_km)],
    [t('tracking:fuel.filled'), amount(fuel.filled)],
    [t('tracking:fuel.lost'), amount(fuel.lost)],
  ]
  return (
    <section className={classes.fuel} aria-label={t('tracking:fuel.title', { name: tank.name })}>
      <h3>{t('tracking:fuel.title', { name: tank.name })}</h3>
      {isLonger && <Text size="sm">{t('tracking:fuel.longer')}</Text>}
      {error && <Text role="alert">{error.message}</Text>}
      {data && (
        <>
          <ul className={tiles.readings}>
            {figures(data).map(([name, value]) => (
              <li key={name}>
                <div className={tiles.name}>{name}</div>
                <div className={tiles.value}>{value ?? '–'}</div>
              </li>
            ))}
          </ul>
          <ul className={classes.steps}>
            {data.steps.map(({ kind, at, began_at, from, to, ...step }) => (
              <li key={at} data-kind={kind}>
                <Link to={paths.replay({ tracker: tracker_id, t: began_at })}>{moment(at)}</Link>
                <b>{t(`tracking:fuel.steps.${kind}`, { amount: amount(step.amount) })}</b>
                <span>{t('tracking:fuel.levels', { from: amount(from), to: amount(to) })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

type Props = {
  tracker_id: number
  /** A reading of a sensor with `fuel_step`. */
  tank: Reading
  /** Milliseconds since 1970. */
  from: number
  until: number
}
