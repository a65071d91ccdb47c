import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { website } from '../../core/website.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Sections } from './Sections.tsx'

export function AboutPage() {
  const { t } = useTranslation()
  const { data } = useQuery(website)
  return (
    <Page title={t('site:about.title')}>
      {data?.slogan && <Text size="lg">{data.slogan}</Text>}
      <Sections of="about" />
      <Text mt="lg" c="dimmed">
        {t('frame.version', { version: APP_VERSION })}
      </Text>
    </Page>
  )
}
