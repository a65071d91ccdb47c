import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFeatures } from '../../core/rights.ts'
import type { Feature } from '../../core/types.ts'
import { BackLinks } from '../../kit/page/BackLinks.tsx'
import { Message } from '../../kit/page/Message.tsx'

/** Says which feature is off where the organisation does not have it. */
export function RequireFeature({ feature, children }: { feature: Feature; children: ReactNode }) {
  const { t } = useTranslation()
  const features = useFeatures()
  if (features.includes(feature)) return children
  const name = t(`feature.names.${feature}`)
  return (
    <Message title={t('feature.off', { name })} text={t('feature.offText', { name })}>
      <BackLinks />
    </Message>
  )
}
