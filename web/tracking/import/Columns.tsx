import { NativeSelect, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Answer, Import } from './useImport.ts'

/** Which field each column of the file is, with its first values. */
export function Columns({ taken, checked, missing }: { taken: Import; checked: Answer; missing: string[] }) {
  const { t } = useTranslation()
  const { columns, fields } = checked
  const label = (field: string) => t(`tracking:sheet.columns.${field as 'name'}`)
  const assign = (column: number, field: string | null) =>
    taken.change({
      mapping: columns.map(({ field: before }, i) => (i === column ? field : before === field ? null : before)),
    })
  return (
    <div>
      <Table layout="fixed" maw={720}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('tracking:sheet.column')}</Table.Th>
            <Table.Th>{t('tracking:sheet.field')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map(({ name, samples, field }, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names of columns may repeat
            <Table.Tr key={column}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {name || t('tracking:sheet.unnamed')}
                <Text size="sm" c="dimmed" lineClamp={1}>
                  {samples.join(' · ')}
                </Text>
              </Table.Td>
              <Table.Td>
                <NativeSelect
                  aria-label={t('tracking:sheet.fieldOf', { column: name || t('tracking:sheet.unnamed') })}
                  value={field ?? ''}
                  data={[
                    { value: '', label: t('tracking:sheet.ignored') },
                    ...fields.map(({ name }) => ({ value: name, label: label(name) })),
                  ]}
                  onChange={({ currentTarget }) => assign(column, currentTarget.value || null)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {missing.length > 0 && (
        <Text c="red" size="sm" role="alert" mt="sm">
          {t('tracking:sheet.missing', { fields: missing.map(label).join(', ') })}
        </Text>
      )}
    </div>
  )
}
