import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { installation } from '../../core/installation.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'

/** Which version this page is, and which one the server has; a reload loads that one. */
export function UpdatePage() {
  const { t } = useTranslation()
  const { data, isError } = useQuery({ ...installation, staleTime: 0 })
  const standing = isError ? 'unknown' : data && data.app_version !== APP_VERSION ? 'other' : 'same'
  return (
    <Page title={t('site:update.title')}>
      <Section>
        <Facts
          facts={[
            [t('site:update.here'), APP_VERSION],
            [t('site:update.server'), data?.app_version],
          ]}
        />
        {(data || isError) && <Text role="status">{t(`site:update.${standing}`)}</Text>}
        <div>
          <Button variant={standing === 'other' ? 'filled' : 'default'} onClick={() => location.reload()}>
            {t('site:update.reload')}
          </Button>
        </div>
      </Section>
    </Page>
  )
}
