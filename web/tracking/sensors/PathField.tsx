import { Autocomplete, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAttributes } from './useAttributes.ts'

/** The attribute of a sensor: those that were reported are offered, each with its last value. */
export function PathField({ organisation_id, tracker_id, value, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const attributes = useAttributes(organisation_id, tracker_id)
  const values = new Map(attributes?.map((each) => [each.path, each.value]))
  return (
    <Autocomplete
      name="path"
      label={t('tracking:fields.sensor.path')}
      description={attributes?.length === 0 ? t('tracking:sensors.noAttributes') : t('tracking:sensors.pathText')}
      withAsterisk
      value={value}
      onChange={(path) => onChange(path.trim())}
      data={[...values.keys()]}
      limit={200}
      maxLength={100}
      spellCheck={false}
      autoCapitalize="none"
      renderOption={({ option }) => (
        <Group justify="space-between" w="100%" gap="sm" wrap="nowrap">
          <span>{option.value}</span>
          <Text c="dimmed" size="sm">
            {values.get(option.value)?.toLocaleString(i18n.language, { maximumFractionDigits: 3 })}
          </Text>
        </Group>
      )}
    />
  )
}

type Props = { organisation_id: number; tracker_id: number | null; value: string; onChange: (path: string) => void }
