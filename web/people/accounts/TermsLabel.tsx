import { Anchor } from '@mantine/core'
import { Trans, useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'

/** Opens the terms in another tab, so that input is kept. */
export function TermsLabel() {
  const { t } = useTranslation()
  return (
    <Trans
      t={t}
      i18nKey="people:register.terms"
      components={{
        terms: <Anchor href={paths.terms()} target="_blank" inherit underline="always" />,
        privacy: <Anchor href={paths.privacy()} target="_blank" inherit underline="always" />,
      }}
    />
  )
}
