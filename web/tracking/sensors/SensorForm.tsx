import schema from 'virtual:resource/sensor'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreateBody, Row, UpdateBody } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { ConfirmButton } from '../../kit/ui/ConfirmButton.tsx'
import { groupReference } from '../../people/members/groupReference.ts'
import { useTrackerReference } from '../kit/useTrackerReference.ts'
import { type DraftPoint, type DraftState, draftOf, pointsOf, statesOf } from './draft.ts'
import { PathField } from './PathField.tsx'
import { PointsField } from './PointsField.tsx'
import { Preview } from './Preview.tsx'
import { StatesField } from './StatesField.tsx'

/** What a sensor is of, which attribute it has, and how it is calibrated; with what its last value is shown as. */
export function SensorForm({ sensor, tracker_id, organisation_id }: Props) {
  const { t } = useTranslation()
  const before = draftOf(sensor)
  const [path, setPath] = useState(before.path)
  const [points, setPoints] = useState<DraftPoint[]>(before.points)
  const [states, setStates] = useState<DraftState[]>(before.states)
  const ofTracker = () => paths.tracker({ id: tracker_id!, tab: 'sensors' })
  const { create, update, remove } = useRecordActions('sensor', {
    page: tracker_id ? ofTracker : paths.sensor,
    list: tracker_id ? ofTracker : paths.sensors,
  })
  const trackers = useTrackerReference(organisation_id)
  const own = {
    ...(path !== before.path && { path }),
    ...(isOther(points, before.points) && { points: pointsOf(points) }),
    ...(isOther(states, before.states) && { states: statesOf(states) }),
  }
  const save = (body: object) =>
    sensor
      ? update(sensor, { ...body, ...own } as UpdateBody<'sensor'>)
      : create({ ...body, ...own, path, organisation_id } as CreateBody<'sensor'>)
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
              <PathField organisation_id={organisation_id} tracker_id={of(values)} value={path} onChange={setPath} />
            ),
          },
          {
            title: t('tracking:sensors.calibration'),
            fields: ['unit', 'factor', 'value_offset', 'median_of'],
            extra: (
              <>
                <PointsField points={points} onChange={setPoints} />
                <StatesField states={states} onChange={setStates} />
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
                  path,
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
        changed={Object.keys(own).length > 0}
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

const isOther = (now: object, before: object) => JSON.stringify(now) !== JSON.stringify(before)

type Values = Record<string, unknown>
type Props = { sensor: Row<'sensor'> | null; tracker_id: number | null; organisation_id: number }
