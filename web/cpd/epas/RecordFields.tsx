import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ReferenceField } from '../../kit/forms/ReferenceField.tsx'
import { referenceTo } from '../../kit/reference/referenceTo.ts'

/** The activity or the case that an assessment is about: one's own, found by its words. */
export function RecordFields({ organisation_id, devactivity_id, procedure_id, change }: Props) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const user_id = useSession(({ user }) => user!.id)
  const of = { organisation_id, scope: user_id }
  const texts = { none: t('form.none') }
  const activities = referenceTo('devactivity', {
    ...of,
    query: { user_id, sort: '-completed_on' },
    toOption: ({ id, target, completed_on }) => ({
      id,
      label: target || t('cpd:activities.untitled'),
      detail: completed_on ? day(completed_on) : undefined,
    }),
  })
  const cases = referenceTo('procedure', {
    ...of,
    query: { user_id },
    toOption: ({ id, case_number, type, date }) => ({
      id,
      label: `${case_number} ${type}`.trim(),
      detail: date ? day(date) : undefined,
    }),
  })
  return (
    <>
      <ReferenceField
        name="devactivity_id"
        label={t('cpd:epas.aboutActivity')}
        description={t('cpd:epas.aboutHint')}
        reference={{ ...activities, texts }}
        value={devactivity_id}
        onChange={(id) => change({ devactivity_id: id })}
      />
      <ReferenceField
        name="procedure_id"
        label={t('cpd:epas.aboutCase')}
        description={undefined}
        reference={{ ...cases, texts }}
        value={procedure_id}
        onChange={(id) => change({ procedure_id: id })}
      />
    </>
  )
}

export type Records = { devactivity_id: number | null; procedure_id: number | null }
type Props = Records & { organisation_id: number; change: (records: Partial<Records>) => void }
