import { Kbd, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const keys = [
  ['/', 'search'],
  ['↑ ↓', 'move'],
  ['Enter', 'choose'],
  ['Esc', 'close'],
  ['F', 'follow'],
  ['A', 'fit'],
  ['?', 'list'],
] as const

/** Keyboard shortcuts of the map page. */
export function Keys() {
  const { t } = useTranslation()
  return (
    <Table withRowBorders={false}>
      <Table.Tbody>
        {keys.map(([key, what]) => (
          <Table.Tr key={key}>
            <Table.Td w={90}>
              <Kbd>{key}</Kbd>
            </Table.Td>
            <Table.Td>{t(`tracking:shortcuts.${what}`)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
