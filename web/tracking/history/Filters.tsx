import { Autocomplete, Checkbox } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Filter } from '../../kit/lists/Filter.tsx'
import { FilterGroup } from '../../kit/lists/FilterGroup.tsx'
import type { withFilters } from '../../kit/lists/withFilters.ts'
import { periodInAddress } from '../../kit/period/period.ts'
import { usePeriod } from '../../kit/period/usePeriod.ts'
import { TrackerFilter } from '../kit/TrackerFilter.tsx'
import type { HistoryFilters } from './filters.ts'

/** Common event names; others may be typed. */
const events = ['position', 'alarm', 'status', 'online', 'offline']

export function Filters({ organisation_id, filters, change }: Props) {
  const { t } = useTranslation()
  const { period, ...others } = filters
  const { setPeriod } = usePeriod()
  const none = { tracker: null, ...periodInAddress(null), event: '', outside: false }
  return (
    <FilterGroup
      count={Object.values(others).filter(Boolean).length}
      clear={() => change(none)}
      period={{ value: period, onChange: setPeriod }}
    >
      <TrackerFilter
        organisation_id={organisation_id}
        value={filters.tracker}
        onChange={(tracker) => change({ tracker })}
      />
      <Filter label={t('tracking:history.event')} value={filters.event} clear={() => change({ event: '' })}>
        <EventName value={filters.event} onChange={(event) => change({ event })} />
      </Filter>
      <Filter
        label={t('tracking:history.outsideOnly')}
        value={filters.outside && t('table.yes')}
        clear={() => change({ outside: false })}
      >
        <Checkbox
          label={t('tracking:history.outsideOnly')}
          checked={filters.outside}
          onChange={(event) => change({ outside: event.currentTarget.checked })}
        />
      </Filter>
    </FilterGroup>
  )
}

/** Debounced: the request is sent when typing pauses. */
function EventName({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  const ask = useDebouncedCallback((text: string) => onChange(text.trim()), 250)
  useEffect(() => setTyped(value), [value])
  return (
    <Autocomplete
      label={t('tracking:history.event')}
      // What is typed whole needs no list, which would cover what is below it.
      data={events.filter((name) => name !== typed)}
      value={typed}
      maxLength={64}
      clearable
      comboboxProps={{ withinPortal: false }}
      onChange={(text) => {
        setTyped(text)
        ask(text)
      }}
    />
  )
}

type Props = { organisation_id: number; filters: HistoryFilters; change: (changed: Changes) => void }
/** Parameters of the address. */
type Changes = Parameters<typeof withFilters>[1]
