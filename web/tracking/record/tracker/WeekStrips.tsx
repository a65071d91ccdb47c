import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../core/paths.ts'
import { usePreferences } from '../../../core/usePreferences.ts'
import { useTimes } from '../../../kit/format/useTimes.ts'
import { Section } from '../../../kit/page/Section.tsx'
import { Strip } from '../../movement/Strip.tsx'
import { useValues } from '../../movement/values.ts'
import type { Tracker } from '../../types.ts'
import classes from '../Record.module.css'
import { stripsOf, type Week } from './week.ts'

/** A bar for each of the last seven days; a click opens its replay. */
export function WeekStrips({ tracker, week, now }: { tracker: Tracker; week: Week; now: number }) {
  const { t } = useTranslation()
  const { timezone } = usePreferences()
  const { day: dayText } = useTimes()
  const text = useValues()
  return (
    <Section title={t('tracking:record.week')}>
      <div>
        {stripsOf(tracker, week, timezone).map(({ tracker: strip, day }) => (
          <div key={day.day} className={classes.day}>
            <Link to={paths.fleetDay({ day: day.day })}>{dayText(day.day)}</Link>
            <Strip tracker={strip} day={day} now={now} />
            <span>
              {strip.distance_m > 0
                ? t('tracking:activity.driving', {
                    distance: text(strip.distance_m, 'distance'),
                    time: text(strip.driving_s, 'duration'),
                  })
                : t('tracking:activity.nothing')}
            </span>
          </div>
        ))}
      </div>
    </Section>
  )
}
