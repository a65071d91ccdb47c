import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useVersion } from '../stores/version.ts'
import { Message } from './Message.tsx'

export function PageError() {
  const { t } = useTranslation()
  const { outdated } = useVersion()
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
