import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { nameOf } from '../kit/state.ts'
import type { Tracker } from '../types.ts'
import { ShareLinks } from './ShareLinks.tsx'

/** The links to a tracker's live position. */
export default function ShareDialog({ tracker, close }: { tracker: Tracker; close: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={close} title={t('tracking:share.title', { tracker: nameOf(tracker) })} centered>
      <ShareLinks tracker={tracker} />
    </Modal>
  )
}
