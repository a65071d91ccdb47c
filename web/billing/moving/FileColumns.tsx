import { NativeSelect, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Answer } from './useBooksFile.ts'

/** Which field each column of the file is, with its first values. */
export function FileColumns({ checked, missing, change }: Props) {
  const { t } = useTranslation()
  const { columns, fields } = checked
  const label = (field: string) => t(`billing:moving.fields.${field as 'name'}`)
  const assign = (column: number, field: string | null) =>
    change(columns.map(({ field: before }, i) => (i === column ? field : before === field ? null : before)))
  return (
    <div>
      {missing.length > 0 && (
        <Text c="red" size="sm" role="alert" mb="sm">
          {t('billing:moving.missing', { fields: missing.map(label).join(', ') })}
        </Text>
      )}
      <Table layout="fixed" maw={720}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('billing:moving.column')}</Table.Th>
            <Table.Th>{t('billing:moving.is')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map(({ name, samples, field }, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names of columns may repeat
            <Table.Tr key={column}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {name || t('billing:moving.unnamed')}
                <Text size="sm" c="dimmed" lineClamp={1}>
                  {samples.join(' · ')}
                </Text>
              </Table.Td>
              <Table.Td>
                <NativeSelect
                  aria-label={t('billing:moving.whatIs', { column: name || t('billing:moving.unnamed') })}
                  value={field ?? ''}
                  data={[
                    { value: '', label: t('billing:moving.ignored') },
                    ...fields.map(({ name: each }) => ({ value: each, label: label(each) })),
                  ]}
                  onChange={({ currentTarget }) => assign(column, currentTarget.value || null)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

type Props = { checked: Answer; missing: string[]; change: (mapping: (string | null)[]) => void }
