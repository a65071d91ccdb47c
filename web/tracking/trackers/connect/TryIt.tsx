import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Command } from '../../../kit/ui/Command.tsx'

/** A shell command that sends a test report. */
export function TryIt({ line, tool }: { line: string; tool: 'mosquitto' | 'curl' | 'mqtt' }) {
  const { t } = useTranslation()
  return (
    <div>
      <Text size="sm" mb={6}>
        {t(`tracking:connect.try.${tool}`)}
      </Text>
      <Command what={t('tracking:connect.try.line')} text={line} />
    </div>
  )
}
