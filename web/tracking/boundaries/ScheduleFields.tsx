import { Button, Chip, CloseButton, Select, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../core/usePreferences.ts'
import { TimeInput } from '../../kit/dates/TimeInput.tsx'
import { timezones } from '../../kit/format/timezones.ts'
import { dayName, weekdays } from '../../kit/format/weekdays.ts'
import type { Boundary } from '../types.ts'
import classes from './BoundaryEditor.module.css'

const max = 50
const defaultTime: Time = { days: [1, 2, 3, 4, 5], from: '18:00', to: '07:00' }

/** What working hours begin with. */
export const atWork: Time = { days: [1, 2, 3, 4, 5], from: '08:00', to: '17:00' }

/** When a boundary applies, or something else by weekly times in a time zone. */
export function ScheduleFields({ label, value, onChange, first = defaultTime }: Props) {
  const { t } = useTranslation()
  const { timezone } = usePreferences()
  const set = (weekly: Time[]) => onChange({ ...value!, weekly })
  return (
    <>
      <Switch
        label={label ?? t('tracking:schedule.only')}
        checked={value !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? { timezone, weekly: [first] } : null)}
      />
      {value && (
        <>
          <ul className={classes.times}>
            {value.weekly.map((time, i) => (
              <TimeFields
                // biome-ignore lint/suspicious/noArrayIndexKey: times are identified by position only
                key={i}
                time={time}
                onChange={(changed) => set(value.weekly.with(i, changed))}
                onRemove={value.weekly.length > 1 ? () => set(value.weekly.toSpliced(i, 1)) : null}
              />
            ))}
          </ul>
          <div>
            <Button
              size="xs"
              variant="default"
              disabled={value.weekly.length >= max}
              onClick={() => set([...value.weekly, { days: [6, 7], from: '00:00', to: '00:00' }])}
            >
              {t('tracking:schedule.add')}
            </Button>
          </div>
          <Select
            label={t('tracking:schedule.timezone')}
            data={timezones(value.timezone)}
            value={value.timezone}
            searchable
            allowDeselect={false}
            limit={200}
            onChange={(name) => name && onChange({ ...value, timezone: name })}
          />
        </>
      )}
    </>
  )
}

function TimeFields({ time, onChange, onRemove }: TimeProps) {
  const { t, i18n } = useTranslation()
  const clock = (end: 'from' | 'to') => ({
    required: true,
    size: 'xs' as const,
    label: t(`tracking:schedule.${end}`),
    value: time[end],
    onChange: (value: string) => onChange({ ...time, [end]: value }),
  })
  const setDays = (days: string[]) => days.length > 0 && onChange({ ...time, days: days.map(Number).sort() })
  return (
    <li className={classes.time}>
      <Chip.Group multiple value={time.days.map(String)} onChange={setDays}>
        <div className={classes.days}>
          {weekdays.map((day) => (
            <Chip key={day} size="xs" value={String(day)}>
              {dayName(day, i18n.language)}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      <div className={classes.clock}>
        <TimeInput {...clock('from')} />
        <TimeInput {...clock('to')} />
        {onRemove && <CloseButton aria-label={t('tracking:schedule.remove')} onClick={onRemove} />}
      </div>
    </li>
  )
}

type Schedule = Boundary['schedule']
type Props = {
  label?: string
  value: Schedule
  onChange: (schedule: Schedule) => void
  /** The time that is there when it is switched on. */
  first?: Time
}
type Time = NonNullable<Schedule>['weekly'][number]
type TimeProps = { time: Time; onChange: (time: Time) => void; onRemove: (() => void) | null }
