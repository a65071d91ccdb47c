import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Keys } from './Keys.tsx'

/** Dialog with the keyboard shortcuts of the map. */
export default function Shortcuts({ close }: { close: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={close}
      title={t('tracking:shortcuts.title')}
      centered
      closeButtonProps={{ 'aria-label': t('tracking:panel.close') }}
    >
      <Keys />
    </Modal>
  )
}
