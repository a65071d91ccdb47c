import { Anchor, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Page } from '../../kit/page/Page.tsx'
import { Keys } from '../../tracking/fleet/Keys.tsx'
import { Sections } from './Sections.tsx'

export function HelpPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('site:help.title')}>
      <Sections of="help" />
      <Title order={2} size="h5" mt="lg" mb={6}>
        {t('site:help.keys')}
      </Title>
      <Keys />
      <Text mt="lg" c="dimmed">
        {t('site:help.api')}{' '}
        <Anchor href="/api/docs" inherit>
          {t('site:help.apiLink')}
        </Anchor>
      </Text>
    </Page>
  )
}
