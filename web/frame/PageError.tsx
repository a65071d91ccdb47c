import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Message } from './Message.tsx'

export function PageError() {
  const { t } = useTranslation()
  return (
    <Message title={t('pageError.title')} text={t('pageError.text')}>
      <Button variant="default" onClick={() => location.reload()}>
        {t('pageError.reload')}
      </Button>
    </Message>
  )
}
