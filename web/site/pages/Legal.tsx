import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ContentPage } from './ContentPage.tsx'

/** The text of the page, below a link to the operator's own if there is one. */
export function Legal({ of, url }: { of: 'privacy' | 'terms'; url: string | null | undefined }) {
  const { t } = useTranslation()
  const link = url && (
    <Text mb="md">
      {t(`site:${of}.operator`)}{' '}
      <Anchor href={url} rel="noopener" inherit>
        {t(`site:${of}.link`)}
      </Anchor>
    </Text>
  )
  return <ContentPage of={of} before={link} />
}
