import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../../kit/page/Page.tsx'
import type { NewToken } from '../newToken.ts'
import { ConnectDevice } from './ConnectDevice.tsx'
import { FirstReport } from './FirstReport.tsx'
import type { Method } from './methods.ts'

/** Settings of a new device, with the token, which is shown only once. */
export function ConnectOnce({ tracker, done }: NewToken & { done: () => void }) {
  const { t } = useTranslation()
  const [method, setWay] = useState<Method | null>(null)
  // It takes the place of a long form, and the frame scrolls its page, not the window.
  useEffect(() => {
    document.getElementById('page')?.scrollTo(0, 0)
  }, [])
  return (
    <Page title={t('tracking:connect.onceTitle')}>
      <Stack>
        <Text>{t('tracking:connect.onceText')}</Text>
        <FirstReport tracker_id={tracker.id} />
        <ConnectDevice tracker={tracker} phone={tracker.type === 'phone'} selected={method} onSelect={setWay} />
        <div>
          <Button onClick={done} variant="default">
            {t('tracking:trackers.done')}
          </Button>
        </div>
      </Stack>
    </Page>
  )
}
