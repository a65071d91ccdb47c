import { useTranslation } from 'react-i18next'
import { FaultTable } from '../../kit/sheet/FaultTable.tsx'
import type { Answer } from './useImport.ts'

/** Lines that cannot be imported, and why. */
export function Faults({ faults }: Pick<Answer, 'faults'>) {
  const { t } = useTranslation()
  return (
    <FaultTable
      faults={faults}
      nameOf={(field) => t(`tracking:sheet.columns.${field as 'name'}`, { defaultValue: field })}
      words={{
        line: t('tracking:sheet.line'),
        column: t('tracking:sheet.column'),
        reason: t('tracking:sheet.reason'),
        more: (count) => t('tracking:sheet.more', { count }),
      }}
    />
  )
}
