import schema from 'virtual:resource/proximityrule'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreateBody, Row, UpdateBody } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useDispatches } from '../../core/useAdministers.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { choiceOf, type FieldName } from '../../kit/forms/labels.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { groupReference } from '../../people/members/groupReference.ts'
import { ScheduleFields } from '../boundaries/ScheduleFields.tsx'
import { useTrackerReference } from '../kit/useTrackerReference.ts'
import { useSides } from './useSides.ts'

/** The proximity rule of `?id=`, or a new one. Who does not dispatch reads it. */
export function RulePage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const record = useRecord('proximityrule')
  const dispatches = useDispatches(organisation_id)
  if (record.id === null) {
    return (
      <Page title={t('tracking:proximity.new')} width="form">
        <RuleForm rule={null} organisation_id={organisation_id} />
      </Page>
    )
  }
  return (
    <Loaded query={record} title={t('tracking:proximity.title')} missing={t('tracking:proximity.missing')}>
      {(rule) => (
        <Page key={rule.modified_at} title={rule.name} width="form">
          <Sides rule={rule} all={!dispatches} />
          {dispatches && <RuleForm rule={rule} organisation_id={rule.organisation_id} />}
        </Page>
      )}
    </Loaded>
  )
}

/** What the rule is about, which stays as it was made. */
function Sides({ rule, all }: { rule: Row<'proximityrule'>; all: boolean }) {
  const { t } = useTranslation()
  const sides = useSides()
  return (
    <Facts
      facts={[
        [t('tracking:proximity.one'), sides.one(rule)],
        [t('tracking:proximity.other'), sides.other(rule)],
        ...(all
          ? ([
              [t('tracking:fields.proximityrule.relation'), choiceOf(t, rule.relation)],
              [t('tracking:fields.proximityrule.distance_m'), rule.distance_m],
              [t('tracking:fields.proximityrule.note'), rule.note],
            ] as const)
          : []),
      ]}
    />
  )
}

function RuleForm({ rule, organisation_id }: { rule: Row<'proximityrule'> | null; organisation_id: number }) {
  const { t } = useTranslation()
  const { create, update, remove } = useRecordActions('proximityrule', {
    page: paths.proximityRule,
    list: paths.proximityRules,
  })
  const [schedule, setSchedule] = useState(rule?.schedule ?? null)
  const isChanged = JSON.stringify(schedule) !== JSON.stringify(rule?.schedule ?? null)
  const own = { ...(isChanged && { schedule }) }
  const trackers = useTrackerReference(organisation_id)
  const groups = groupReference(organisation_id)
  const names: Names[] = ['name']
  const one: Names[] = ['tracker_id', 'group_id']
  const other: Names[] = ['other_tracker_id', 'other_group_id']
  const limits: Names[] = ['relation', 'distance_m', 'hold_s']
  const last: Names[] = ['note', 'active']
  const hours = <ScheduleFields label={t('tracking:proximity.inHours')} value={schedule} onChange={setSchedule} />
  return (
    <>
      <ResourceForm
        resource="proximityrule"
        body={rule ? schema.update! : schema.create!}
        row={rule ?? { relation: 'nearer', distance_m: 100, hold_s: 0, active: true }}
        all={!rule}
        groups={[
          { fields: names },
          ...(rule
            ? []
            : [
                { title: t('tracking:proximity.one'), fields: one },
                { title: t('tracking:proximity.other'), fields: other },
              ]),
          { fields: limits, title: t('tracking:proximity.limits') },
          { fields: last, extra: hours },
        ]}
        required={['name', 'relation', 'distance_m', 'hold_s']}
        references={
          rule ? {} : { tracker_id: trackers, group_id: groups, other_tracker_id: trackers, other_group_id: groups }
        }
        changed={isChanged}
        {...(!rule && { submit: t('form.create') })}
        save={(body) =>
          rule
            ? update(rule, { ...(body as object), ...own } as UpdateBody<'proximityrule'>)
            : create({ ...(body as object), ...own, organisation_id } as CreateBody<'proximityrule'>)
        }
      />
      {rule && (
        <Section title={t('form.remove')} text={t('tracking:proximity.removeText')} apart>
          <ConfirmButton label={t('form.remove')} run={() => remove(rule.id)} dangerous />
        </Section>
      )}
    </>
  )
}

type Names = FieldName<'proximityrule'>
