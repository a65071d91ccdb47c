import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Picks one of the levels of supervision by its sentence. */
export function LevelField({ levels, value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Radio.Group
      label={t('cpd:epas.levelAsk')}
      value={value === null ? '' : String(value)}
      onChange={(next) => onChange(Number(next))}
    >
      <Stack gap="xs" mt="xs">
        {levels.map((sentence, i) => (
          <Radio key={sentence} value={String(i + 1)} label={`${i + 1}. ${sentence}`} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

type Props = { levels: string[]; value: number | null; onChange: (level: number) => void }
