import schema from 'virtual:resource/devplan'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { updateRecord } from '../../kit/record/useRecordActions.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { useManages } from '../kit/useManages.ts'

/** From when requirements count for the person. Administrators set it, for others only; the person reads it. */
export function Registration({ plan, is_own }: { plan: Row<'devplan'>; is_own: boolean }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const sets = useManages(plan.organisation_id) && !is_own && plan.result === null
  const { registered_from } = plan
  if (!sets && registered_from === null) return null
  return (
    <Section title={t('cpd:registration.title')} text={t('cpd:registration.text')} apart>
      {sets ? (
        <ResourceForm
          resource="devplan"
          body={schema.update!}
          row={plan}
          fields={['registered_from']}
          save={async (body) => {
            await updateRecord('devplan', plan, body)
            // What counts depends on it.
            await refresh('devactivity')
            showSuccess(t('cpd:registration.saved'))
          }}
        />
      ) : (
        <Text>{t('cpd:registration.from', { day: day(registered_from!) })}</Text>
      )}
    </Section>
  )
}
