import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useVersion } from '../../core/version.ts'
import { Message } from '../../kit/page/Message.tsx'

export function PageError() {
  const { t } = useTranslation()
  const { outdated } = useVersion()
  const { online } = useNetwork()
  if (!online) return <NotHere />
  return (
    <Message
      title={outdated ? t('frame.newVersion') : t('pageError.title')}
      {...(!outdated && { text: t('pageError.text') })}
    >
      <Button variant="default" onClick={() => location.reload()}>
        {t('frame.reload')}
      </Button>
    </Message>
  )
}

/** Pages are loaded on demand. Without a network that fails; they load once it is back. */
function NotHere() {
  const { t } = useTranslation()
  useEffect(() => {
    const reload = () => location.reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [])
  return <Message title={t('pageError.offline')} text={t('pageError.offlineText')} />
}
