import { Alert, Button, Group, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { doneOf } from '../../kit/forms/labels.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { UnsavedChanges } from '../../kit/ui/UnsavedChanges.tsx'
import { BillingNav } from '../BillingNav.tsx'
import { type Books, useBooks } from '../documents/useBooks.ts'
import { keys } from '../keys.ts'
import { DueToday } from './DueToday.tsx'
import { type Fee, LateFee } from './LateFee.tsx'
import { Steps } from './Steps.tsx'
import { edited, firstSteps, type Plan, toStep } from './steps.ts'

/** When unpaid invoices are reminded of, and what being late costs. */
export function RemindersPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { books, error } = useBooks(organisation_id)
  const query = useQuery({
    queryKey: keys.reminderPlan(organisation_id),
    queryFn: async () => (await guarded(client.list('reminderplan', { organisation_id }))).data[0] ?? null,
    staleTime: 0,
  })
  const data = books && query.data !== undefined ? { books, plan: query.data } : undefined
  return (
    <Loaded query={{ data, error: error ?? query.error }} title={t('billing:reminders.title')}>
      {({ books, plan }) => (
        <Page title={t('billing:reminders.title')} width="record">
          <BillingNav />
          <Text c="dimmed" size="sm" mb="md">
            {t('billing:reminders.text')}
          </Text>
          {plan?.problem && (
            <Alert color="yellow" mb="md" role="status">
              {plan.problem}
            </Alert>
          )}
          <PlanForm key={plan?.modified_at} organisation_id={organisation_id} plan={plan} books={books} />
          <Section title={t('billing:reminders.today')} text={t('billing:reminders.todayText')} apart>
            {plan ? (
              <DueToday key={plan.modified_at} organisation_id={organisation_id} />
            ) : (
              <Text size="sm">{t('billing:reminders.saveFirst')}</Text>
            )}
          </Section>
        </Page>
      )}
    </Loaded>
  )
}

function PlanForm({ organisation_id, plan, books }: { organisation_id: number; plan: Plan | null; books: Books }) {
  const { t } = useTranslation()
  const [active, setActive] = useState(plan?.active ?? false)
  const [steps, setSteps] = useState(() => (plan?.steps ?? firstSteps).map(edited))
  const [fee, setFee] = useState<Fee>(() => plan ?? noFee(books))
  const [touched, setTouched] = useState(false)
  const leaving = useRef(false)
  const { busy, refusal, send } = useSending()
  const errorOf = (field: string) => (refusal?.field === field ? refusal.message : undefined)
  const isShown = /^(steps\.\d+\.\w+|fee_\w+)$/.test(refusal?.field ?? '')
  const touch = () => setTouched(true)
  const save = () =>
    send(async () => {
      const body = { active, steps: steps.map(toStep), ...feeOf(fee) }
      if (plan) await guarded(client.update('reminderplan', { id: plan.id, modified_at: plan.modified_at, ...body }))
      else await guarded(client.create('reminderplan', { organisation_id, ...body }))
      leaving.current = true
      await refresh('reminderplan')
      showSuccess(doneOf(t, 'reminderplan', 'saved'))
    })
  return (
    <>
      {!isShown && <RefusalAlert refusal={refusal} />}
      <Section>
        <Switch
          label={t('billing:reminders.active')}
          description={plan?.author_name ? t('billing:reminders.author', { name: plan.author_name }) : undefined}
          checked={active}
          onChange={(event) => {
            setActive(event.currentTarget.checked)
            touch()
          }}
        />
      </Section>
      <Section title={t('billing:reminders.steps')} text={t('billing:reminders.stepsText')}>
        <Steps
          steps={steps}
          errorOf={errorOf}
          change={(changed) => {
            setSteps(changed)
            touch()
          }}
        />
      </Section>
      <Section title={t('billing:reminders.lateFee')} text={t('billing:reminders.lateFeeText')}>
        <LateFee
          fee={fee}
          books={books}
          errorOf={errorOf}
          change={(changed) => {
            setFee((before) => ({ ...before, ...changed }))
            touch()
          }}
        />
      </Section>
      <Group>
        <Button loading={busy} disabled={plan !== null && !touched} onClick={save}>
          {t('form.save')}
        </Button>
      </Group>
      <UnsavedChanges changed={touched} free={leaving} />
    </>
  )
}

const noFee = ({ config }: Books): Fee => ({
  fee_kind: 'none',
  fee_amount: null,
  fee_percent: null,
  fee_days: 14,
  fee_description: '',
  fee_account_code: '',
  fee_tax_rate_id: config.tax_rate_id,
})

function feeOf(fee: Fee): Fee {
  const { fee_kind, fee_amount, fee_percent, fee_days, fee_description, fee_account_code, fee_tax_rate_id } = fee
  return { fee_kind, fee_amount, fee_percent, fee_days, fee_description, fee_account_code, fee_tax_rate_id }
}
