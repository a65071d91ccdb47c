import { NativeSelect, Table as Shown, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fields, type ImportKind, required } from './columns.ts'
import type { Table } from './readFile.ts'

const SAMPLES = 2

/** Which field each column of the file is, with its first values. */
export function Mapping({ table, kind, labels, mapping, onChange }: Props) {
  const { t } = useTranslation()
  const missing = required[kind].filter((field) => !mapping.includes(field))
  return (
    <div>
      <Shown.ScrollContainer minWidth={480}>
        <Shown>
          <Shown.Thead>
            <Shown.Tr>
              <Shown.Th>{t('cpd:import.column')}</Shown.Th>
              <Shown.Th>{t('cpd:import.values')}</Shown.Th>
              <Shown.Th>{t('cpd:import.field')}</Shown.Th>
            </Shown.Tr>
          </Shown.Thead>
          <Shown.Tbody>
            {table.header.map((name, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names of columns may repeat
              <Shown.Tr key={column}>
                <Shown.Td style={{ overflowWrap: 'anywhere' }}>{name || t('cpd:import.unnamed')}</Shown.Td>
                <Shown.Td>
                  <Text size="sm" c="dimmed" lineClamp={2}>
                    {table.lines
                      .slice(0, SAMPLES)
                      .map(({ cells }) => cells[column])
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                </Shown.Td>
                <Shown.Td>
                  <NativeSelect
                    aria-label={t('cpd:import.fieldOf', { column: name || t('cpd:import.unnamed') })}
                    value={mapping[column] ?? ''}
                    data={[
                      { value: '', label: t('cpd:import.ignored') },
                      ...fields[kind].map((value) => ({ value, label: labels[value] ?? value })),
                    ]}
                    onChange={({ currentTarget: { value } }) =>
                      onChange(
                        mapping.map((before, i) => {
                          if (i === column) return value || null
                          return before === value ? null : before
                        }),
                      )
                    }
                  />
                </Shown.Td>
              </Shown.Tr>
            ))}
          </Shown.Tbody>
        </Shown>
      </Shown.ScrollContainer>
      {missing.length > 0 && (
        <Text c="red" size="sm" role="alert">
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
