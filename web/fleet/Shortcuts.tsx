import { Kbd, Modal, Table } from '@mantine/core'
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

/** What can be done on the map without a mouse. */
export default function Shortcuts({ close }: { close: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={close}
      title={t('shortcuts.title')}
      centered
      closeButtonProps={{ 'aria-label': t('panel.close') }}
    >
      <Table withRowBorders={false}>
        <Table.Tbody>
          {keys.map(([key, what]) => (
            <Table.Tr key={key}>
              <Table.Td w={90}>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{t(`shortcuts.${what}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
