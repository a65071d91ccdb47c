import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Answer } from './useImport.ts'

/** How many lines are new, change something, say nothing new, or are faulty. */
export function Figures({ of }: { of: Pick<Answer, 'created' | 'updated' | 'same' | 'faults'> }) {
  const { t } = useTranslation()
  const { created, updated, same, faults } = of
  const texts = [
    t('tracking:sheet.created', { count: created }),
    updated > 0 && t('tracking:sheet.updated', { count: updated }),
    same > 0 && t('tracking:sheet.same', { count: same }),
    faults.length > 0 && t('tracking:sheet.faulty', { count: faults.length }),
  ]
  return (
    <Text fw={600} role="status">
      {texts.filter(Boolean).join(' · ')}
    </Text>
  )
}
