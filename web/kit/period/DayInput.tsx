import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../dates/DateInput.tsx'
import { addDays } from '../format/zoned.ts'
import { Icon } from '../ui/Icon.tsx'
import classes from './Period.module.css'

/** A day, and the days beside it. */
export function DayInput({ day, onChange }: { day: string; onChange: (day: string) => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.day}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('period.previousDay')}
        onClick={() => onChange(addDays(day, -1)!)}
      >
        <Icon of={IconChevronLeft} />
      </ActionIcon>
      <DateInput aria-label={t('period.day')} value={day} max="9999-12-30" required onChange={onChange} />
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('period.nextDay')}
        onClick={() => onChange(addDays(day, 1)!)}
      >
        <Icon of={IconChevronRight} />
      </ActionIcon>
    </div>
  )
}
