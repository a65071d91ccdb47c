import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { usePreferences } from '../../core/usePreferences.ts'
import { fromLocal, toLocal } from '../format/zoned.ts'

/** Date and time in the person's time zone; its value is ISO 8601 in UTC. What is typed is kept while it is no moment yet. */
export function MomentInput({ value, onChange, ...input }: Props) {
  const { timezone } = usePreferences()
  const shown = value === null ? '' : toLocal(value, timezone)
  const [typed, setTyped] = useState(shown)
  useEffect(() => setTyped(shown), [shown])
  return (
    <TextInput
      {...input}
      type="datetime-local"
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

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string | null
  onChange: (moment: string | null) => void
}
