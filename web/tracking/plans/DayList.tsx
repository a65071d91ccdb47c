import { Title } from '@mantine/core'
import classes from './Plans.module.css'
import { TimeLink } from './TimeLink.tsx'
import { daysOf, type Planned } from './usePlanned.ts'
import { usePlanText } from './usePlanText.ts'

/** The same week on a phone: the shifts of each day that has any. */
export function DayList({ times, monday, today }: { times: Planned[]; monday: string; today: string }) {
  const { heading } = usePlanText()
  return daysOf(monday).map((day) => {
    const of_day = times.filter((time) => time.day === day)
    if (of_day.length === 0) return null
    return (
      <section key={day} className={classes.day} data-today={day === today || undefined}>
        <Title order={2} size="h5">
          {heading(day)}
        </Title>
        {of_day.map((time) => (
          <TimeLink key={time.id} time={time} named />
        ))}
      </section>
    )
  })
}
