import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Boundary } from '../types.ts'

type Rule = Boundary['rule']
const rules: Rule[] = ['any', 'alone', 'keep_out']

/** What a tracker must do about the boundary, each rule with a sentence. */
export function RuleField({ value, onChange }: { value: Rule; onChange: (rule: Rule) => void }) {
  const { t } = useTranslation()
  return (
    <Radio.Group
      label={t('tracking:boundaries.rule')}
      value={value}
      onChange={(rule) => onChange(rules.find((each) => each === rule) ?? 'any')}
    >
      <Stack gap="xs" mt="xs">
        {rules.map((rule) => (
          <Radio
            key={rule}
            value={rule}
            label={t(`tracking:boundaries.rules.${rule}.name`)}
            description={t(`tracking:boundaries.rules.${rule}.text`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
