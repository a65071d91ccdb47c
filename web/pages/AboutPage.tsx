import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Page } from '../frame/Page.tsx'
import { Sections } from '../prose/Sections.tsx'
import { useProse } from '../prose/useProse.ts'
import { website } from '../website.ts'

export function AboutPage() {
  const { t } = useTranslation()
  const { title, sections } = useProse('about')
  const { data } = useQuery(website)
  return (
    <Page title={title}>
      {data?.slogan && <Text size="lg">{data.slogan}</Text>}
      <Sections sections={sections} />
      <Text mt="lg" c="dimmed">
        {t('frame.version', { version: APP_VERSION })}
      </Text>
    </Page>
  )
}
