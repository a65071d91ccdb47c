import { Chip, Group, Input } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { dayName, weekdays } from '../../kit/format/weekdays.ts'

/** Days of the week; 1 is Monday. */
export function Weekdays({ label, error, value, onChange }: Props) {
  const { i18n } = useTranslation()
  return (
    <Input.Wrapper label={label} error={error}>
      <Chip.Group multiple value={value.map(String)} onChange={(days) => onChange(days.map(Number).sort())}>
        <Group gap={6} mt={4}>
          {weekdays.map((day) => (
            <Chip key={day} value={String(day)} size="xs" radius="sm">
              {dayName(day, i18n.language)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  )
}

type Props = { label: string; error?: string | undefined; value: number[]; onChange: (value: number[]) => void }
