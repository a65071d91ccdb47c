import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { Section } from '../../kit/page/Section.tsx'
import { updateRecord } from '../../kit/record/useRecordActions.ts'

const approvers = ['nobody', 'supervisor', 'officer'] as const

/** Who approves the colleagues of a round that begins with this form: it changes without a new version. */
export function ApprovedBy({ template }: { template: Row<'devformtemplate'> }) {
  const { t } = useTranslation()
  const { busy, run } = useAction({ changes: ['devcategory'] })
  return (
    <Section title={t('cpd:templates.rounds')} text={t('cpd:templates.roundsText')}>
      <NativeSelect
        label={t('cpd:templates.approvedBy')}
        data={approvers.map((value) => ({ value, label: t(`cpd:templates.approvers.${value}`) }))}
        value={template.colleagues_approved_by}
        disabled={busy}
        maw={360}
        onChange={({ currentTarget }) => {
          const colleagues_approved_by = currentTarget.value as (typeof approvers)[number]
          void run(
            () => updateRecord('devformtemplate', template, { colleagues_approved_by }),
            t('cpd:templates.approversSaved'),
          )
        }}
      />
    </Section>
  )
}
