import { Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MadeLink } from './MadeLink.tsx'
import { ShareForm } from './ShareForm.tsx'
import type { Subject } from './subject.ts'

/** Makes a link to several trackers, to those of a group, or to a trip. */
export function ShareSomeDialog({ subject, title, close }: { subject: Subject; title: string; close: () => void }) {
  const { t } = useTranslation()
  const [made, setMade] = useState<{ token: string; embedded: boolean } | null>(null)
  const text = () => {
    if ('trip' in subject) return t(subject.trip.runs ? 'tracking:share.textRunning' : 'tracking:share.textTrip')
    return t('group_id' in subject ? 'tracking:share.textGroup' : 'tracking:share.textSome')
  }
  return (
    <Modal opened onClose={close} title={title} centered closeButtonProps={{ 'aria-label': t('form.cancel') }}>
      <Stack>
        <Text size="sm">{text()}</Text>
        {made ? (
          <MadeLink {...made} feed={!('trip' in subject)} />
        ) : (
          <ShareForm subject={subject} onMade={(token, embedded) => setMade({ token, embedded })} />
        )}
      </Stack>
    </Modal>
  )
}
