import { Select } from '@mantine/core'
import { nameOf } from '../fleet/state.ts'
import type { Tracker } from '../types.ts'

/** One of many trackers, found by name or number. */
export function TrackerSelect({ label, placeholder, trackers, value, onChange }: Props) {
  return (
    <Select
      label={label}
      placeholder={placeholder}
      searchable
      clearable
      limit={100}
      maxDropdownHeight={320}
      data={optionsOf(trackers)}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
}

/** Names may be alike; then the number tells them apart. */
export function optionsOf(trackers: Tracker[]): { value: string; label: string }[] {
  const count = new Map<string, number>()
  for (const tracker of trackers) count.set(nameOf(tracker), (count.get(nameOf(tracker)) ?? 0) + 1)
  return trackers.map((tracker) => {
    const name = nameOf(tracker)
    return { value: String(tracker.id), label: count.get(name)! > 1 ? `${name} (${tracker.number})` : name }
  })
}

type Props = {
  label: string
  placeholder: string
  trackers: Tracker[]
  value: number | null
  onChange: (id: number | null) => void
}
