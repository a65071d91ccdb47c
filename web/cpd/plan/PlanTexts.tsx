import schema from 'virtual:resource/devplan'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { updateRecord } from '../../kit/record/useRecordActions.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { SupervisorSelect } from '../kit/SupervisorSelect.tsx'

/** What the person writes about their plan, and whom they want to agree to it. */
export function PlanTexts({ plan }: { plan: Row<'devplan'> }) {
  const { t } = useTranslation()
  const [supervisor, setSupervisor] = useState(plan.supervisor_user_id)
  const changed = supervisor !== plan.supervisor_user_id
  return (
    <Section title={t('cpd:plan.texts')}>
      <ResourceForm
        resource="devplan"
        body={schema.update!}
        row={plan}
        changed={changed}
        fields={['text', 'self_evaluation']}
        extra={() => (
          <SupervisorSelect
            organisation_id={plan.organisation_id}
            value={supervisor}
            known={plan.supervisor}
            onChange={setSupervisor}
          />
        )}
        save={async (body) => {
          await updateRecord('devplan', plan, { ...body, ...(changed && { supervisor_user_id: supervisor }) })
          showSuccess(t('cpd:plan.saved'))
        }}
      />
    </Section>
  )
}
