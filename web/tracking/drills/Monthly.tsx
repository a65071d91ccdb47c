import { Button, Group, NumberInput, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { ActionButton } from '../../kit/actions/ActionButton.tsx'
import { TimeInput } from '../../kit/dates/TimeInput.tsx'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { useLabels } from '../../kit/reference/reference.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'
import { boundaryReference } from '../trackers/references.ts'
import { bodyOf, DrillFields, type DrillSettings, firstSettings, isWhole } from './DrillFields.tsx'
import { type DrillAlarm, useDrillText } from './useDrillText.ts'

/** The drill that an organisation has every month. */
export function Monthly({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: keys.drillPlan(organisation_id),
    queryFn: async () => (await guarded(client.list('firedrillplan', { organisation_id, limit: 1 }))).data,
  })
  if (!data) return null
  const [plan = null] = data
  return (
    <Section title={t('tracking:drills.monthly.title')}>
      <Group justify="space-between" gap="sm">
        {plan ? <Planned plan={plan} /> : <Text size="sm">{t('tracking:drills.monthly.off')}</Text>}
        <Group gap="sm">
          <Button variant="default" onClick={() => setOpen(true)}>
            {t(plan ? 'tracking:drills.monthly.change' : 'tracking:drills.monthly.set')}
          </Button>
          {plan && (
            <ActionButton run={() => client.remove('firedrillplan', plan.id)} changes={['firedrillplan']}>
              {t('tracking:drills.monthly.remove')}
            </ActionButton>
          )}
        </Group>
      </Group>
      {open && <PlanDialog organisation_id={organisation_id} plan={plan} close={() => setOpen(false)} />}
    </Section>
  )
}

function Planned({ plan }: { plan: Row<'firedrillplan'> }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { what } = useDrillText()
  const { organisation_id, boundary_id, day_of_month, at, next_at, kind, alarm } = plan
  const boundaries = useMemo(() => boundaryReference(organisation_id), [organisation_id])
  const named = useLabels(boundaries, boundary_id === null ? [] : [boundary_id])
  const of = what({ kind, alarm, boundary_name: boundary_id === null ? null : named(boundary_id) })
  const next = next_at ? moment(next_at) : '–'
  return <Text size="sm">{t('tracking:drills.monthly.on', { day: day_of_month, at, next, what: of })}</Text>
}

function PlanDialog({ organisation_id, plan, close }: DialogProps) {
  const { t } = useTranslation()
  const [value, setValue] = useState<DrillSettings>(plan ? settingsOf(plan) : firstSettings)
  const [day, setDay] = useState<number | string>(plan?.day_of_month ?? 1)
  const [at, setAt] = useState(plan?.at ?? '09:00')
  const run = async () => {
    const body = { ...bodyOf(value), day_of_month: Number(day), at, active: true }
    if (plan) await guarded(client.update('firedrillplan', { id: plan.id, ...body }))
    else await guarded(client.create('firedrillplan', { organisation_id, ...body }))
    await refresh('firedrillplan')
    showSuccess(t('tracking:drills.monthly.saved'))
  }
  return (
    <ActionDialog
      title={t('tracking:drills.monthly.title')}
      submit={t('tracking:drills.monthly.save')}
      disabled={!isWhole(value) || at === '' || day === ''}
      fields={['boundary_id', 'alarm', 'group_id', 'day_of_month', 'at']}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <>
          <NumberInput
            label={t('tracking:drills.monthly.day')}
            description={t('tracking:drills.monthly.dayHint')}
            min={1}
            max={31}
            clampBehavior="strict"
            allowDecimal={false}
            value={day}
            onChange={setDay}
            error={errorOf('day_of_month')}
          />
          <TimeInput
            label={t('tracking:drills.monthly.at')}
            description={t('tracking:drills.monthly.atHint')}
            value={at}
            onChange={setAt}
            error={errorOf('at')}
            required
          />
          <DrillFields organisation_id={organisation_id} value={value} onChange={setValue} errorOf={errorOf} />
        </>
      )}
    </ActionDialog>
  )
}

const settingsOf = ({ kind, boundary_id, alarm, group_id, escalates }: Row<'firedrillplan'>): DrillSettings => ({
  kind,
  boundary_id,
  alarm: (alarm as DrillAlarm | null) ?? firstSettings.alarm,
  group_id,
  escalates,
})

type DialogProps = { organisation_id: number; plan: Row<'firedrillplan'> | null; close: () => void }
