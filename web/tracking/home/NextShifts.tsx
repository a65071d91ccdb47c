import { Anchor, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import type { useMyShifts } from '../plans/useMyShifts.ts'
import { spanOf, usePlanText } from '../plans/usePlanText.ts'
import classes from './Home.module.css'

const SHOWN = 3

/** What a driver drives next: the shift that runs, or the next ones. */
export function NextShifts({ shifts }: { shifts: Shifts }) {
  const { t } = useTranslation()
  const { heading } = usePlanText()
  return (
    <section className={classes.card} aria-labelledby="home-shifts">
      <div className={classes.head}>
        <Title order={2} size="h5" id="home-shifts">
          {t('tracking:plans.mine')}
        </Title>
        <Anchor component={Link} to={paths.myTrips()}>
          {t('tracking:myTrips.title')}
        </Anchor>
      </div>
      <ul className={classes.lines}>
        {shifts.slice(0, SHOWN).map((time) => (
          <li key={`${time.id} ${time.day}`}>
            <Link className={classes.shift} to={paths.myShifts()}>
              <b>{time.tracker_name ?? time.group_name}</b>
              <span>
                {heading(time.day)} · {spanOf(time)}
              </span>
              {time.note && <small>{time.note}</small>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Shifts = NonNullable<ReturnType<typeof useMyShifts>['data']>
