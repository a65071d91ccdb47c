import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useWebsite } from '../../core/website.ts'
import { ContentPage } from './ContentPage.tsx'

export function AboutPage() {
  const { t } = useTranslation()
  const { data } = useWebsite()
  const slogan = data?.slogan && (
    <Text size="lg" mb="md">
      {data.slogan}
    </Text>
  )
  return (
    <ContentPage of="about" before={slogan}>
      <Text mt="lg" c="dimmed">
        {t('frame.version', { version: APP_VERSION })}
      </Text>
    </ContentPage>
  )
}
