import schema from 'virtual:resource/maintenanceplan'
import { Chip, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreateBody, Row, UpdateBody } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { dayOf } from '../../kit/format/zoned.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { groupReference } from '../../people/members/groupReference.ts'
import { useTrackerReference } from '../kit/useTrackerReference.ts'
import { useUse } from './useUse.ts'

/** The plan of `?id=`, or a new one. Who does not administrate reads it. */
export function PlanPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const record = useRecord('maintenanceplan')
  if (record.id === null) {
    return (
      <Page title={t('tracking:maintenance.newPlan')} width="form">
        <NewPlan organisation_id={organisation_id} />
      </Page>
    )
  }
  return (
    <Loaded query={record} title={t('tracking:maintenance.plans')} missing={t('tracking:maintenance.missing')}>
      {(plan) => <Shown key={plan.modified_at} plan={plan} />}
    </Loaded>
  )
}

function Shown({ plan }: { plan: Row<'maintenanceplan'> }) {
  const { t } = useTranslation()
  const { every } = useUse()
  const administers = useAdministers(plan.organisation_id)
  const of = plan.tracker_name ?? plan.group_name ?? ''
  return (
    <Page title={`${plan.name}: ${of}`} width="form">
      {administers ? (
        <PlanForm plan={plan} organisation_id={plan.organisation_id} />
      ) : (
        <Facts
          facts={[
            [t('tracking:fields.maintenanceplan.every_m'), every(plan)],
            [t('tracking:fields.maintenanceplan.note'), plan.note],
          ]}
        />
      )}
    </Page>
  )
}

const measured = ['every_m', 'every_h', 'every_days', 'starts_on'] as const

/** Intervals that are common; the first four are those of New Zealand's law for most vehicles. */
const presets = {
  wof: { every_days: 365 },
  cof: { every_days: 182 },
  registration: { every_days: 365 },
  ruc: { every_m: 10_000_000 },
  service: { every_m: 10_000_000, every_days: 365 },
  tyres: { every_m: 40_000_000 },
} as const

/** A new plan, which may begin with a common one. */
function NewPlan({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<keyof typeof presets | null>(null)
  const begin = chosen && { name: t(`tracking:maintenance.preset.${chosen}`), ...presets[chosen] }
  return (
    <>
      <Chip.Group value={chosen} onChange={(name) => setChosen(name as keyof typeof presets)}>
        <Group gap={6} mb="md" role="group" aria-label={t('tracking:maintenance.presets')}>
          {(Object.keys(presets) as (keyof typeof presets)[]).map((name) => (
            <Chip key={name} value={name} size="xs" variant="light">
              {t(`tracking:maintenance.preset.${name}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <PlanForm key={chosen} plan={null} begin={begin} organisation_id={organisation_id} />
    </>
  )
}

function PlanForm({ plan, begin, organisation_id }: PlanFormProps) {
  const { t } = useTranslation()
  const pages = { page: paths.maintenancePlan, list: paths.maintenancePlans }
  const { create, update, remove } = useRecordActions('maintenanceplan', pages)
  const { timezone } = usePreferences()
  const trackers = useTrackerReference(organisation_id)
  const measures = { title: t('tracking:maintenance.after'), fields: [...measured] }
  return (
    <>
      <ResourceForm
        resource="maintenanceplan"
        body={plan ? schema.update! : schema.create!}
        row={plan ?? { starts_on: dayOf(Date.now(), timezone), ...begin }}
        all={!plan}
        groups={[{ fields: plan ? ['name'] : ['name', 'tracker_id', 'group_id'] }, measures, { fields: ['note'] }]}
        required={['name']}
        references={plan ? {} : { tracker_id: trackers, group_id: groupReference(organisation_id) }}
        {...(!plan && { submit: t('form.create') })}
        save={(body) =>
          plan
            ? update(plan, body as UpdateBody<'maintenanceplan'>)
            : create({ ...(body as object), organisation_id } as CreateBody<'maintenanceplan'>)
        }
      />
      {plan && (
        <Section title={t('form.remove')} text={t('tracking:maintenance.removeText')} apart>
          <ConfirmButton label={t('form.remove')} run={() => remove(plan.id)} dangerous />
        </Section>
      )}
    </>
  )
}

type PlanFormProps = { plan: Row<'maintenanceplan'> | null; begin?: object | null; organisation_id: number }
