import { Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Answer } from './useImport.ts'

const MOST_SHOWN = 100

/** Lines that cannot be imported, and why. */
export function Faults({ faults }: Pick<Answer, 'faults'>) {
  const { t } = useTranslation()
  if (faults.length === 0) return null
  return (
    <div>
      <Table.ScrollContainer minWidth={320}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={56}>{t('tracking:sheet.line')}</Table.Th>
              <Table.Th w={128}>{t('tracking:sheet.column')}</Table.Th>
              <Table.Th>{t('tracking:sheet.reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {faults.slice(0, MOST_SHOWN).map(({ line, field, message }) => (
              <Table.Tr key={line}>
                <Table.Td>{line}</Table.Td>
                <Table.Td>{field && t(`tracking:sheet.columns.${field as 'name'}`, { defaultValue: field })}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{withoutField(message, field)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {faults.length > MOST_SHOWN && (
        <Text size="sm" c="dimmed">
          {t('tracking:sheet.more', { count: faults.length - MOST_SHOWN })}
        </Text>
      )}
    </div>
  )
}

/** The field stands in the column before it. */
const withoutField = (message: string, field: string | undefined) =>
  field && message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message
