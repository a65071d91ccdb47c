import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { Step } from '../../kit/record/Step.tsx'
import { takeStep } from '../../kit/record/takeStep.ts'

/** Submits the plan to the person's supervisors. */
export function Submit({ plan, goals }: { plan: Row<'devplan'>; goals: number }) {
  const { t } = useTranslation()
  return (
    <Step
      title={t('cpd:plan.submit')}
      text={t(goals > 0 ? 'cpd:plan.submitText' : 'cpd:plan.submitNeeds')}
      disabled={goals === 0}
      take={() => takeStep('POST devplan/submit', { id: plan.id })}
      done={t('cpd:plan.submitted')}
    />
  )
}
