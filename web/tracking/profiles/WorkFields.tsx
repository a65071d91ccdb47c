import { Chip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { TimeInput } from '../../kit/dates/TimeInput.tsx'
import { dayName, weekdays } from '../../kit/format/weekdays.ts'
import classes from './WorkFields.module.css'

/** Days and times at which a tracker should be driven. */
export function WorkFields({ value, onChange }: { value: Work; onChange: (work: Work) => void }) {
  const { t, i18n } = useTranslation()
  return (
    <>
      <fieldset className={classes.days}>
        <legend>{t('tracking:movement.workDays')}</legend>
        <Chip.Group
          multiple
          value={[...value.days]}
          onChange={(days) => days.length > 0 && onChange({ ...value, days: days.sort().join('') })}
        >
          <div>
            {weekdays.map((day) => (
              <Chip key={day} size="xs" value={String(day)}>
                {dayName(day, i18n.language)}
              </Chip>
            ))}
          </div>
        </Chip.Group>
      </fieldset>
      {(['from', 'until'] as const).map((end) => (
        <TimeInput
          key={end}
          label={t(`tracking:movement.${end === 'from' ? 'workFrom' : 'workUntil'}`)}
          value={value[end]}
          required
          onChange={(time) => onChange({ ...value, [end]: time })}
        />
      ))}
    </>
  )
}

/** Where nothing else is said. */
export const usualWork: Work = { days: '12345', from: '08:00', until: '17:00' }

export type Work = NonNullable<Row<'movementprofile'>['work']>
