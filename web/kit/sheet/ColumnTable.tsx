import { NativeSelect, Table, Text } from '@mantine/core'

/**
 * Which field each column of a file is, with its first values.
 *
 * @param nameOf the name of a field for people
 * @param onChange gets the field of each column; null where a column is ignored
 */
export function ColumnTable({ columns, fields, words, nameOf, onChange }: Props) {
  const assign = (column: number, field: string | null) =>
    onChange(columns.map(({ field: before }, i) => (i === column ? field : before === field ? null : before)))
  return (
    <Table layout="fixed" maw={720}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.column}</Table.Th>
          <Table.Th>{words.field}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {columns.map(({ name, samples, field }, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names of columns may repeat
          <Table.Tr key={column}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {name || words.unnamed}
              <Text size="sm" c="dimmed" lineClamp={1}>
                {samples.join(' · ')}
              </Text>
            </Table.Td>
            <Table.Td>
              <NativeSelect
                aria-label={words.fieldOf(name || words.unnamed)}
                value={field ?? ''}
                data={[
                  { value: '', label: words.ignored },
                  ...fields.map(({ name }) => ({ value: name, label: nameOf(name) })),
                ]}
                onChange={({ currentTarget }) => assign(column, currentTarget.value || null)}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

type Props = {
  columns: { name: string; samples: string[]; field: string | null }[]
  fields: { name: string }[]
  words: { column: string; field: string; unnamed: string; ignored: string; fieldOf: (column: string) => string }
  nameOf: (field: string) => string
  onChange: (mapping: (string | null)[]) => void
}
