import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { type FieldName, labelOf } from '../../kit/forms/labels.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { Notice } from '../kit/Notice.tsx'

/** What an activity has from another organisation, and why none of it is in the form. */
export function SharedFacts({ activity }: { activity: Row<'devactivity'> }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { target, completed_on, hours, provider, recorded_in } = activity
  const facts: [FieldName<'devactivity'>, string | null][] = [
    ['target', target],
    ['completed_on', completed_on && day(completed_on)],
    ['hours', t('cpd:hours', { hours })],
    ['provider', provider],
  ]
  const organisation = recorded_in?.organisation ?? t('cpd:sharing.elsewhere')
  return (
    <>
      <Notice tone="info" title={t('cpd:sharing.recordedIn', { organisation })}>
        {t('cpd:sharing.recordedInText')}
      </Notice>
      <Facts facts={facts.map(([field, value]) => [labelOf(t, 'devactivity', field), value])} />
    </>
  )
}
