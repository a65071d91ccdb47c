import { Anchor } from '@mantine/core'
import { Trans, useTranslation } from 'react-i18next'

/** In another tab: what has been typed stays. */
export function TermsLabel() {
  const { t } = useTranslation()
  return (
    <Trans
      t={t}
      i18nKey="people:register.terms"
      components={{
        terms: <Anchor href="/app/terms" target="_blank" inherit underline="always" />,
        privacy: <Anchor href="/app/privacy" target="_blank" inherit underline="always" />,
      }}
    />
  )
}
