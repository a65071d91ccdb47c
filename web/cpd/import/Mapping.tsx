import { NativeSelect, Table as Shown, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fields, type ImportKind, required } from './columns.ts'
import type { Table } from './readFile.ts'

const SAMPLES = 2

/** Which field each column of the file is, with its first values. */
export function Mapping({ table, kind, labels, mapping, onChange }: Props) {
  const { t } = useTranslation()
  const missing = required[kind].filter((field) => !mapping.includes(field))
  const nameOf = (name: string) => name || t('cpd:import.unnamed')
  const samplesOf = (column: number) =>
    table.lines
      .slice(0, SAMPLES)
      .map(({ cells }) => cells[column])
      .filter(Boolean)
      .join(' · ')
  const assign = (column: number, field: string | null) =>
    onChange(mapping.map((before, i) => (i === column ? field : before === field ? null : before)))
  return (
    <div>
      <Shown layout="fixed" maw={720}>
        <Shown.Thead>
          <Shown.Tr>
            <Shown.Th>{t('cpd:import.column')}</Shown.Th>
            <Shown.Th>{t('cpd:import.field')}</Shown.Th>
          </Shown.Tr>
        </Shown.Thead>
        <Shown.Tbody>
          {table.header.map((name, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names of columns may repeat
            <Shown.Tr key={column}>
              <Shown.Td style={{ overflowWrap: 'anywhere' }}>
                {nameOf(name)}
                <Text size="sm" c="dimmed" lineClamp={2}>
                  {samplesOf(column)}
                </Text>
              </Shown.Td>
              <Shown.Td>
                <NativeSelect
                  aria-label={t('cpd:import.fieldOf', { column: nameOf(name) })}
                  value={mapping[column] ?? ''}
                  data={[
                    { value: '', label: t('cpd:import.ignored') },
                    ...fields[kind].map((value) => ({ value, label: labels[value] ?? value })),
                  ]}
                  onChange={({ currentTarget }) => assign(column, currentTarget.value || null)}
                />
              </Shown.Td>
            </Shown.Tr>
          ))}
        </Shown.Tbody>
      </Shown>
      {missing.length > 0 && (
        <Text c="red" size="sm" role="alert" mt="sm">
          {t('cpd:import.missing', { fields: missing.map((field) => labels[field]).join(', ') })}
        </Text>
      )}
    </div>
  )
}

type Props = {
  table: Table
  kind: ImportKind
  labels: Record<string, string>
  mapping: (string | null)[]
  onChange: (mapping: (string | null)[]) => void
}
