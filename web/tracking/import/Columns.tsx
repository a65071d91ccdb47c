import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ColumnTable } from '../../kit/sheet/ColumnTable.tsx'
import type { Answer, Import } from './useImport.ts'

/** Which field each column of the file is, and which are missing. */
export function Columns({ taken, checked, missing }: { taken: Import; checked: Answer; missing: string[] }) {
  const { t } = useTranslation()
  const label = (field: string) => t(`tracking:sheet.columns.${field as 'name'}`)
  return (
    <div>
      <ColumnTable
        columns={checked.columns}
        fields={checked.fields}
        nameOf={label}
        onChange={(mapping) => taken.change({ mapping })}
        words={{
          column: t('tracking:sheet.column'),
          field: t('tracking:sheet.field'),
          unnamed: t('tracking:sheet.unnamed'),
          ignored: t('tracking:sheet.ignored'),
          fieldOf: (column) => t('tracking:sheet.fieldOf', { column }),
        }}
      />
      {missing.length > 0 && (
        <Text c="red" size="sm" role="alert" mt="sm">
          {t('tracking:sheet.missing', { fields: missing.map(label).join(', ') })}
        </Text>
      )}
    </div>
  )
}
