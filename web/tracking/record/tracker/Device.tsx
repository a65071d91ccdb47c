import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { post } from '../../../core/api.ts'
import { ConfirmButton } from '../../../kit/actions/ConfirmButton.tsx'
import { useAction } from '../../../kit/actions/useAction.ts'
import { Section } from '../../../kit/page/Section.tsx'
import { EventFacts } from '../../history/EventFacts.tsx'
import { ImportTrack } from '../../history/track/ImportTrack.tsx'
import { ConnectDevice } from '../../trackers/connect/ConnectDevice.tsx'
import { FirstReport } from '../../trackers/connect/FirstReport.tsx'
import type { Method } from '../../trackers/connect/methods.ts'
import type { NewToken } from '../../trackers/newToken.ts'
import type { Boundary, Tracker, TrackerEvent } from '../../types.ts'
import { ReplaceDialog } from './ReplaceDialog.tsx'

/** What the device sent last, in the words of its protocol, and how it is connected. */
export function Device({ tracker, event, boundaries, mayEdit, onToken }: Props) {
  const { t } = useTranslation()
  const { id } = tracker
  const { run } = useAction()
  const [replaces, setReplaces] = useState(false)
  const [method, setMethod] = useState<Method | null>(null)
  const renew = async () => {
    const { data } = await post<{ device_token: string }>('tracker/token', { id })
    onToken({ tracker: { ...tracker, device_token: data.device_token } })
  }
  return (
    <>
      {event && (
        <Section title={t('tracking:connect.latest')}>
          <EventFacts event={event} tracker={tracker} boundaries={boundaries} />
        </Section>
      )}
      {mayEdit && (
        <>
          <Section title={t('tracking:connect.title')} text={t('tracking:connect.text')}>
            <ConnectDevice
              tracker={{ ...tracker, device_token: null }}
              phone={tracker.type === 'phone'}
              selected={method}
              onSelect={setMethod}
            />
            {tracker.seen_at === null && <FirstReport tracker_id={id} />}
          </Section>
          <Section title={t('tracking:trackers.newToken')} text={t('tracking:trackers.newTokenText')}>
            <ConfirmButton label={t('tracking:trackers.newToken')} run={() => run(renew)} />
          </Section>
          <Section title={t('tracking:replace.section')} text={t('tracking:replace.sectionText')}>
            <Button variant="default" w="fit-content" onClick={() => setReplaces(true)}>
              {t('tracking:replace.open')}
            </Button>
          </Section>
          <ImportTrack tracker_id={id} organisation_id={tracker.organisation_id} />
          {replaces && <ReplaceDialog tracker={tracker} onToken={onToken} close={() => setReplaces(false)} />}
        </>
      )}
    </>
  )
}

type Props = {
  tracker: Tracker
  event: TrackerEvent | null
  boundaries: Boundary[]
  mayEdit: boolean
  onToken: (made: NewToken) => void
}
