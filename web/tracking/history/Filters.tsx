import { Autocomplete, Button, Checkbox, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../core/usePreferences.ts'
import { fromLocal, toLocal } from '../../kit/format/zoned.ts'
import { ReferencePicker } from '../../kit/reference/ReferencePicker.tsx'
import { useTrackerReference } from '../fleet/useTrackerReference.ts'
import classes from './Filters.module.css'
import type { HistoryFilters } from './filters.ts'

/** Common event names; others may be typed. */
const events = ['position', 'alarm', 'status', 'online', 'offline']

export function Filters({ organisation_id, filters, change }: Props) {
  const { t } = useTranslation()
  const trackers = useTrackerReference(organisation_id)
  const some = Object.values(filters).some(Boolean)
  const none = { tracker: null, from: null, to: null, event: '', outside: false }
  return (
    <div className={classes.filters}>
      <ReferencePicker
        reference={trackers}
        label={t('tracking:history.tracker')}
        placeholder={t('tracking:history.anyTracker')}
        value={filters.tracker}
        onChange={(tracker) => change({ tracker })}
      />
      <Moment label={t('tracking:history.from')} value={filters.from} onChange={(from) => change({ from })} />
      <Moment label={t('tracking:history.to')} value={filters.to} onChange={(to) => change({ to })} />
      <EventName value={filters.event} onChange={(event) => change({ event })} />
      <div className={classes.last}>
        <Checkbox
          label={t('tracking:history.outsideOnly')}
          checked={filters.outside}
          onChange={(event) => change({ outside: event.currentTarget.checked })}
        />
        {some && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => change(none)}>
            {t('tracking:history.clear')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Date and time in the user's time zone. */
export function Moment({ label, value, onChange }: MomentProps) {
  const { timezone } = usePreferences()
  const shown = value === null ? '' : toLocal(value, timezone)
  const [typed, setTyped] = useState(shown)
  useEffect(() => setTyped(shown), [shown])
  return (
    <TextInput
      type="datetime-local"
      label={label}
      value={typed}
      max="9999-12-31T23:59"
      onChange={(event) => {
        const local = event.currentTarget.value
        setTyped(local)
        onChange(local === '' ? null : fromLocal(local, timezone))
      }}
    />
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
      data={events}
      value={typed}
      maxLength={64}
      clearable
      onChange={(text) => {
        setTyped(text)
        ask(text)
      }}
    />
  )
}

type MomentProps = { label: string; value: string | null; onChange: (moment: string | null) => void }
type Props = { organisation_id: number; filters: HistoryFilters; change: (changed: Partial<HistoryFilters>) => void }
