import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { isNotLoaded, useVersion } from '../../core/version.ts'
import { Message } from '../../kit/page/Message.tsx'
import { canReload, reloadLater } from '../pwa/reloads.ts'

export function PageError() {
  const { t } = useTranslation()
  const { outdated } = useVersion()
  const { online } = useNetwork()
  const error = useRouteError()
  if (!online) return <NotHere />
  if (outdated) return <ToReload title={t('frame.newVersion')} />
  if (isNotLoaded(error) && canReload()) return <NotLoaded />
  return <ToReload title={t('pageError.title')} text={t('pageError.text')} />
}

function ToReload(message: { title: string; text?: string }) {
  const { t } = useTranslation()
  return (
    <Message {...message}>
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

/** Online, yet a request failed: a network that has just come back often refuses the first ones. */
function NotLoaded() {
  const { t } = useTranslation()
  useEffect(reloadLater, [])
  return <ToReload title={t('pageError.offline')} text={t('pageError.notLoaded')} />
}
