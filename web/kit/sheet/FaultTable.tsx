import { Table, Text } from '@mantine/core'

const MOST_SHOWN = 100

/** Lines of a file that cannot be imported, and why. @param nameOf the name of a field for people */
export function FaultTable({ faults, words, nameOf }: Props) {
  if (faults.length === 0) return null
  return (
    <div>
      <Table.ScrollContainer minWidth={320}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={56}>{words.line}</Table.Th>
              <Table.Th w={128}>{words.column}</Table.Th>
              <Table.Th>{words.reason}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {faults.slice(0, MOST_SHOWN).map(({ line, field, message }) => (
              <Table.Tr key={line}>
                <Table.Td>{line}</Table.Td>
                <Table.Td>{field && nameOf(field)}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{withoutField(message, field)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {faults.length > MOST_SHOWN && (
        <Text size="sm" c="dimmed">
          {words.more(faults.length - MOST_SHOWN)}
        </Text>
      )}
    </div>
  )
}

/** The field stands in the column before it. */
const withoutField = (message: string, field: string | undefined) =>
  field && message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message

type Props = {
  faults: { line: number; field?: string; message: string }[]
  words: { line: string; column: string; reason: string; more: (count: number) => string }
  nameOf: (field: string) => string
}
