import { Checkbox, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

/** Several of some choices, one below the other. */
export function CheckboxList({ label, choices, value, onChange, error }: Props) {
  return (
    <Checkbox.Group label={label} value={value} onChange={onChange} error={error}>
      <Stack gap="xs" mt={4}>
        {choices.map((choice) => (
          <Checkbox key={choice.value} {...choice} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

type Props = {
  label: string
  choices: { value: string; label: string }[]
  value: string[]
  onChange: (value: string[]) => void
  error?: ReactNode
}
