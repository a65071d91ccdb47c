import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { createPath, useNavigation, useRouteError } from 'react-router'
import { isNotLoaded, useVersion } from '../../core/version.ts'
import { Message } from '../../kit/page/Message.tsx'
import { canReload, reloadLater, serverAnswers } from '../pwa/reloads.ts'

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
      <Button variant="default" onClick={useReload()}>
        {t('frame.reload')}
      </Button>
    </Message>
  )
}

/** Pages are loaded on demand. Without a network that fails; they load once it is back. */
function NotHere() {
  const { t } = useTranslation()
  const reload = useReload()
  useEffect(() => {
    addEventListener('online', reload)
    // Some browsers say nothing when a network is back, and take a private one for none.
    const timer = setInterval(async () => {
      if (await serverAnswers()) reload()
    }, ask_every)
    return () => {
      removeEventListener('online', reload)
      clearInterval(timer)
    }
  }, [reload])
  return <Message title={t('pageError.offline')} text={t('pageError.offlineText')} />
}

/** Online, yet a request failed: a network that has just come back often refuses the first ones. */
function NotLoaded() {
  const { t } = useTranslation()
  const reload = useReload()
  useEffect(() => reloadLater(reload), [reload])
  return <ToReload title={t('pageError.offline')} text={t('pageError.notLoaded')} />
}

/**
 * Reloads the page that was asked for: a part of the frame may fail while the router still waits for the page of a
 * link, whose address is not in the bar yet.
 */
function useReload(): () => void {
  const asked = useNavigation().location
  const address = asked && createPath(asked)
  return useCallback(() => {
    if (address) history.pushState(null, '', address)
    location.reload()
  }, [address])
}

const ask_every = 10_000
