import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Page } from '../../kit/page/Page.tsx'
import { Sections } from './Sections.tsx'

/** The operator's own text if there is one, otherwise the built-in text. */
export function Legal({ of, url }: { of: 'privacy' | 'terms'; url: string | null | undefined }) {
  const { t } = useTranslation()
  return (
    <Page title={t(`site:${of}.title`)}>
      {url && (
        <Text>
          {t(`site:${of}.operator`)}{' '}
          <Anchor href={url} rel="noopener" inherit>
            {t(`site:${of}.link`)}
          </Anchor>
        </Text>
      )}
      <Text mt="sm" c="dimmed">
        {t(`site:${of}.text`)}
      </Text>
      <Sections of={of} />
    </Page>
  )
}
