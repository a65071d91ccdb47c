import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { Section } from '../../kit/page/Section.tsx'
import { takeStep } from '../../kit/record/takeStep.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'

/** Submits the plan to the person's supervisors. */
export function Submit({ plan, goals }: { plan: Row<'devplan'>; goals: number }) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const submit = () =>
    send(async () => {
      await takeStep('POST devplan/submit', { id: plan.id })
      showSuccess(t('cpd:plan.submitted'))
    })
  return (
    <Section title={t('cpd:plan.submit')} text={t(goals > 0 ? 'cpd:plan.submitText' : 'cpd:plan.submitNeeds')} apart>
      <RefusalAlert refusal={refusal} />
      <div>
        <Button loading={busy} disabled={goals === 0} onClick={submit}>
          {t('cpd:plan.submit')}
        </Button>
      </div>
    </Section>
  )
}
