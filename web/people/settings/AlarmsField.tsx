import { TagsInput, type TagsInputProps } from '@mantine/core'
import { knownAlarms, useAlarmNames } from '../../kit/format/useAlarmNames.ts'

/** Chooses alarms by their names, or by the word of a device. */
export function AlarmsField({ value, onChange, ...props }: Props) {
  const { nameOf, alarmOf } = useAlarmNames()
  const names = knownAlarms.map(nameOf).sort((a, b) => a.localeCompare(b))
  return (
    <TagsInput
      {...props}
      value={value.map(nameOf)}
      onChange={(chosen) => onChange([...new Set(chosen.map(alarmOf).filter(Boolean))])}
      data={names}
      splitChars={[',']}
      acceptValueOnBlur
      maxDropdownHeight={280}
    />
  )
}

type Props = Omit<TagsInputProps, 'value' | 'onChange' | 'data'> & {
  value: string[]
  onChange: (alarms: string[]) => void
}
