import schema from 'virtual:resource/sensor'
import { useTranslation } from 'react-i18next'
import type { CreateBody, Row, UpdateBody } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { groupReference } from '../../people/members/groupReference.ts'
import { useTrackerReference } from '../kit/useTrackerReference.ts'
import { pointsOf, statesOf } from './draft.ts'
import { PointsField } from './PointsField.tsx'
import { Preview } from './Preview.tsx'
import { SourceFields } from './SourceFields.tsx'
import { StatesField } from './StatesField.tsx'
import { useDraft } from './useDraft.ts'

/** What a sensor is of, which attribute it has, and how it is calibrated; with what its last value is shown as. */
export function SensorForm({ sensor, tracker_id, organisation_id }: Props) {
  const { t } = useTranslation()
  const draft = useDraft(sensor)
  const { points, states, is_sum, source, changes } = draft
  const ofTracker = () => paths.tracker({ id: tracker_id!, tab: 'sensors' })
  const { create, update, remove } = useRecordActions('sensor', {
    page: tracker_id ? ofTracker : paths.sensor,
    list: tracker_id ? ofTracker : paths.sensors,
  })
  const trackers = useTrackerReference(organisation_id)
  const save = (body: object) =>
    sensor
      ? update(sensor, { ...body, ...changes } as UpdateBody<'sensor'>)
      : create({ ...body, ...changes, path: source, organisation_id } as CreateBody<'sensor'>)
  const of = (values: Values) => Number(values.tracker_id) || tracker_id
  return (
    <>
      <ResourceForm
        resource="sensor"
        body={sensor ? schema.update! : schema.create!}
        row={sensor ?? { tracker_id, ...usual }}
        all={!sensor}
        groups={[
          {
            fields: sensor ? ['name'] : ['name', 'tracker_id', 'group_id'],
            extra: (values) => (
              <SourceFields
                draft={draft}
                organisation_id={organisation_id}
                tracker_id={of(values)}
                name={String(values.name ?? '')}
              />
            ),
          },
          {
            title: t('tracking:sensors.calibration'),
            fields: is_sum ? ['unit'] : ['unit', 'factor', 'value_offset', 'median_of'],
            extra: (
              <>
                {!is_sum && <PointsField points={points} onChange={draft.setPoints} />}
                <StatesField states={states} onChange={draft.setStates} />
              </>
            ),
          },
          { title: t('tracking:sensors.alert'), fields: ['low', 'high', 'hold_s', 'hysteresis'] },
          { title: t('tracking:fuel.tank'), fields: ['fuel_step'] },
          {
            fields: ['sort_order'],
            extra: (values) => (
              <Preview
                organisation_id={organisation_id}
                tracker_id={of(values)}
                sensor={{
                  path: source,
                  unit: String(values.unit ?? ''),
                  factor: Number(values.factor),
                  value_offset: Number(values.value_offset),
                  points: pointsOf(points),
                  states: statesOf(states),
                }}
              />
            ),
          },
        ]}
        required={[...required]}
        references={sensor ? {} : { tracker_id: trackers, group_id: groupReference(organisation_id) }}
        changed={Object.keys(changes).length > 0}
        {...(!sensor && { submit: t('form.create') })}
        save={save}
      />
      {sensor && (
        <Section title={t('form.remove')} text={t('tracking:sensors.removeText')} apart>
          <ConfirmButton label={t('form.remove')} run={() => remove(sensor.id)} dangerous />
        </Section>
      )}
    </>
  )
}

/** What a new sensor begins with. */
const usual = { factor: 1, value_offset: 0, median_of: 1, sort_order: 0, hold_s: 0, hysteresis: 0 }
const required = ['name', 'factor', 'value_offset', 'median_of', 'sort_order', 'hold_s', 'hysteresis'] as const

type Values = Record<string, unknown>
type Props = { sensor: Row<'sensor'> | null; tracker_id: number | null; organisation_id: number }
