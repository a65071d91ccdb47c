import { Button, Popover } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useTimes } from '../format/useTimes.ts'
import { InHead } from '../page/HeadLine.tsx'
import { Icon } from '../ui/Icon.tsx'
import { PeriodFilter, type PeriodProps } from './PeriodFilter.tsx'
import type { Period } from './period.ts'

/** The period of a list, at the right end of its line: a button that says it, and opens the rest. */
export function PeriodMenu({ label, ...filter }: PeriodProps & { label?: string }) {
  const { t } = useTranslation()
  const { time, day } = useTimes()
  const text = textOf(filter.value)
  return (
    <InHead place="period">
      <Popover position="bottom-end" width={320} shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <Button variant="default" px="sm" leftSection={<Icon of={IconCalendar} />}>
            {label ? `${label}: ${text}` : text}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <PeriodFilter {...filter} />
        </Popover.Dropdown>
      </Popover>
    </InHead>
  )

  function textOf(value: Period | null): string {
    if (!value) return t('period.any')
    if ('range' in value) return t(`period.${value.range}`)
    if ('day' in value) return day(value.day)
    const now = Date.now()
    return `${value.from ? time(value.from, now) : ''}–${value.to ? time(value.to, now) : ''}`
  }
}
