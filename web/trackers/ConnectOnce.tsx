import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Page } from '../frame/Page.tsx'
import { ConnectDevice } from './ConnectDevice.tsx'
import { FirstReport } from './FirstReport.tsx'
import type { MadeToken } from './TrackerEditPage.tsx'
import { useConnectWords } from './words.ts'

/** What the device needs, with the token that is shown only now. */
export function ConnectOnce({ tracker, done }: MadeToken & { done: () => void }) {
  const { t } = useTranslation()
  const { t: words } = useConnectWords()
  return (
    <Page title={words('onceTitle')}>
      <Stack>
        <Text>{words('onceText')}</Text>
        <ConnectDevice tracker={tracker} phone={tracker.type === 'phone'} />
        <FirstReport tracker_id={tracker.id} />
        <div>
          <Button onClick={done} variant="default">
            {t('trackers.done')}
          </Button>
        </div>
      </Stack>
    </Page>
  )
}
