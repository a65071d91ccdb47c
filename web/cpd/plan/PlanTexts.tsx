import schema from 'virtual:resource/devplan'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { updateRecord } from '../../kit/record/useRecordActions.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { contactsOf } from './queries.ts'

/** What the person writes about their plan, and whom they want to agree to it. */
export function PlanTexts({ plan }: { plan: Row<'devplan'> }) {
  const { t } = useTranslation()
  const { data: contacts } = useQuery(contactsOf(plan.organisation_id))
  const [supervisor, setSupervisor] = useState(plan.supervisor_user_id)
  const offered = (contacts?.supervisors ?? []).filter(({ kind }) => kind === 'supervisor' || kind === 'alternate')
  const known = offered.some(({ user_id }) => user_id === plan.supervisor_user_id)
  const options = [
    { value: '', label: t('form.none') },
    ...(plan.supervisor_user_id !== null && !known
      ? [{ value: String(plan.supervisor_user_id), label: plan.supervisor ?? '' }]
      : []),
    ...offered.map(({ user_id, name }) => ({ value: String(user_id), label: name })),
  ]
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
          <NativeSelect
            label={t('cpd:plan.supervisor')}
            description={offered.length === 0 ? t('cpd:plan.noSupervisor') : t('cpd:plan.supervisorHint')}
            maw={320}
            data={options}
            value={supervisor === null ? '' : String(supervisor)}
            onChange={({ currentTarget }) => setSupervisor(Number(currentTarget.value) || null)}
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
