import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../../kit/page/Page.tsx'
import type { MadeToken } from '../madeToken.ts'
import { ConnectDevice } from './ConnectDevice.tsx'
import { FirstReport } from './FirstReport.tsx'
import type { Way } from './ways.ts'

/** What the device needs, with the token that is shown only now. */
export function ConnectOnce({ tracker, done }: MadeToken & { done: () => void }) {
  const { t } = useTranslation()
  const [way, setWay] = useState<Way | null>(null)
  return (
    <Page title={t('tracking:connect.onceTitle')}>
      <Stack>
        <Text>{t('tracking:connect.onceText')}</Text>
        <ConnectDevice tracker={tracker} phone={tracker.type === 'phone'} selected={way} onSelect={setWay} />
        <FirstReport tracker_id={tracker.id} />
        <div>
          <Button onClick={done} variant="default">
            {t('tracking:trackers.done')}
          </Button>
        </div>
      </Stack>
    </Page>
  )
}
