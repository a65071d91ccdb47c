import { Text } from '@mantine/core'
import { Command } from '../ui/Command.tsx'
import { useConnectWords } from './words.ts'

/** A line for a terminal that reports in the device's place. */
export function TryIt({ line, tool }: { line: string; tool: 'mosquitto' | 'curl' }) {
  const { t } = useConnectWords()
  return (
    <div>
      <Text size="sm" mb={6}>
        {t(`try.${tool}`)}
      </Text>
      <Command what={t('try.line')} text={line} />
    </div>
  )
}
