import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf, type FieldName, labelOf } from '../../kit/forms/labels.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { Notice } from '../kit/Notice.tsx'
import { useStandards } from '../standards/useStandards.ts'
import { subjectName } from '../subjects/subjectName.ts'
import { Split } from './Split.tsx'

/** What the college has recorded of an activity, and why none of it is in the form. */
export function AttendedFacts({ activity }: { activity: Row<'devactivity'> }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const standards = useStandards(activity.organisation_id)
  const { target, completed_on, hours, provider, flags, tags } = activity
  const words = [...flags.map((flag) => choiceOf(t, flag)), ...tags.map((tag) => subjectName(t, tag, standards))]
  const facts: [FieldName<'devactivity'>, string | null][] = [
    ['target', target],
    ['completed_on', completed_on && day(completed_on)],
    ['hours', t('cpd:hours', { hours })],
    ['provider', provider],
    ['tags', words.join(', ')],
  ]
  return (
    <>
      <Notice tone="info" title={t('cpd:events.byCollege', { event: activity.attended!.event })}>
        {t('cpd:events.fixedText')}
      </Notice>
      <Facts facts={facts.map(([field, value]) => [labelOf(t, 'devactivity', field), value])} />
      <Split activity={activity} />
    </>
  )
}
