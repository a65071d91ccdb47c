import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { compareNames } from '../../kit/format/compareNames.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import classes from './Plans.module.css'
import { TimeLink } from './TimeLink.tsx'
import { daysOf, type Planned } from './usePlanned.ts'
import { usePlanText } from './usePlanText.ts'

/** A week of the drivers who are planned in it: a line for each of them, a column for each day. */
export function WeekTable({ times, monday, today, plans }: Props) {
  const { t } = useTranslation()
  const { heading } = usePlanText()
  const drivers = [...new Map(times.map((time) => [time.driver_id, time.driver_name]))]
  drivers.sort(([, a], [, b]) => compareNames(a, b))
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('tracking:fields.plannedshift.driver_id')}</th>
            {daysOf(monday).map((day) => (
              <th key={day} scope="col" data-today={day === today || undefined}>
                {heading(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {drivers.map(([driver, name]) => (
            <tr key={driver}>
              <th scope="row">
                <Link to={paths.driver({ id: driver })}>{name}</Link>
              </th>
              {daysOf(monday).map((day) => (
                <td key={day} data-today={day === today || undefined}>
                  {times
                    .filter((time) => time.driver_id === driver && time.day === day)
                    .map((time) => (
                      <TimeLink key={time.id} time={time} />
                    ))}
                  {plans && (
                    <Link
                      className={classes.add}
                      to={paths.plannedShift({ driver, day })}
                      aria-label={t('tracking:plans.add', { name, day: heading(day) })}
                    >
                      <Icon of={IconPlus} />
                    </Link>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Props = { times: Planned[]; monday: string; today: string; plans: boolean }
