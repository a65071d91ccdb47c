import schema from 'virtual:resource/devplan'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { updateRecord } from '../../kit/record/useRecordActions.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { SupervisorSelect } from '../kit/SupervisorSelect.tsx'
import { useSupervisor } from '../kit/useSupervisor.ts'

/** What the person writes about their plan, and whom they want to agree to it. */
export function PlanTexts({ plan }: { plan: Row<'devplan'> }) {
  const { t } = useTranslation()
  const supervisor = useSupervisor(plan.organisation_id, plan.supervisor_user_id, plan.state === 'draft')
  return (
    <Section title={t('cpd:plan.texts')}>
      <ResourceForm
        resource="devplan"
        body={schema.update!}
        row={plan}
        changed={supervisor.changed}
        fields={['text', 'self_evaluation']}
        extra={() => (
          <SupervisorSelect
            organisation_id={plan.organisation_id}
            value={supervisor.value}
            known={plan.supervisor}
            onChange={supervisor.choose}
          />
        )}
        save={async (body) => {
          await updateRecord('devplan', plan, {
            ...body,
            ...(supervisor.differs && { supervisor_user_id: supervisor.value }),
          })
          showSuccess(t('cpd:plan.saved'))
        }}
      />
    </Section>
  )
}
