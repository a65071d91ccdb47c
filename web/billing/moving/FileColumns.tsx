import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ColumnTable } from '../../kit/sheet/ColumnTable.tsx'
import type { Answer } from './useBooksFile.ts'

/** Which field each column of the file is, and which are missing. */
export function FileColumns({ checked, missing, change }: Props) {
  const { t } = useTranslation()
  const label = (field: string) => t(`billing:moving.fields.${field as 'name'}`)
  return (
    <div>
      {missing.length > 0 && (
        <Text c="red" size="sm" role="alert" mb="sm">
          {t('billing:moving.missing', { fields: missing.map(label).join(', ') })}
        </Text>
      )}
      <ColumnTable
        columns={checked.columns}
        fields={checked.fields}
        nameOf={label}
        onChange={change}
        words={{
          column: t('billing:moving.column'),
          field: t('billing:moving.is'),
          unnamed: t('billing:moving.unnamed'),
          ignored: t('billing:moving.ignored'),
          fieldOf: (column) => t('billing:moving.whatIs', { column }),
        }}
      />
    </div>
  )
}

type Props = { checked: Answer; missing: string[]; change: (mapping: (string | null)[]) => void }
