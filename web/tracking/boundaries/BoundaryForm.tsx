import schema from 'virtual:resource/boundary'
import { Button, Title } from '@mantine/core'
import type { TFunction } from 'i18next'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError, type UpdateBody } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useMayChange } from '../../core/useAdministers.ts'
import { Attachments } from '../../files/attachments/Attachments.tsx'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { RemoveSection } from '../../kit/record/RemoveSection.tsx'
import { toBody } from '../map/draw/shape.ts'
import type { Shape } from '../map/draw/types.ts'
import type { Boundary } from '../types.ts'
import { AppliesTo } from './AppliesTo.tsx'
import { ContainedNote } from './ContainedNote.tsx'
import { RuleField } from './RuleField.tsx'
import { type Places, Rehearsal } from './rehearsal/Rehearsal.tsx'
import { ScheduleFields } from './ScheduleFields.tsx'
import { useSaving } from './useSaving.ts'

const fields = ['name', 'active', 'buffer_m', 'use_accuracy', 'speed_limit'] as const
const defaults = { name: '', active: true, buffer_m: 0, use_accuracy: true, speed_limit: null }

export function BoundaryForm({ boundary, name, rule: imported, shape, redrawn, onChanged, onPlaces, free }: Props) {
  const { t } = useTranslation()
  const current_organisation_id = useSession((session) => session.organisation_id)!
  const [all_trackers, setAll] = useState(boundary?.all_trackers ?? null)
  const [tracker_ids, setTrackers] = useState(boundary?.tracker_ids ?? [])
  const [schedule, setSchedule] = useState(boundary?.schedule ?? null)
  const [rule, setRule] = useState(boundary?.rule ?? 'any')
  const [typed, setTyped] = useState(false)
  const { create, update, remove } = useSaving(free)

  useEffect(() => {
    if (imported) setRule(imported)
  }, [imported])

  const beside = {
    ...(rule !== (boundary?.rule ?? 'any') && { rule }),
    ...(all_trackers !== null && all_trackers !== boundary?.all_trackers && { all_trackers }),
    ...(tracker_ids.join() !== (boundary?.tracker_ids ?? []).join() && { tracker_ids }),
    ...(JSON.stringify(schedule) !== JSON.stringify(boundary?.schedule ?? null) && { schedule }),
  }
  const changed = redrawn || Object.keys(beside).length > 0
  const beyond = typed || Object.keys(beside).length > 0
  useEffect(() => onChanged(beyond), [onChanged, beyond])

  const save = (body: UpdateBody<'boundary'>) => {
    if (!shape) throw new ApiError(400, { message: t('tracking:boundaries.noShape'), field: 'geometry' })
    if (boundary) return update(boundary, { ...body, ...beside }, redrawn ? shape : null)
    if (all_trackers === null) {
      throw new ApiError(400, { message: t('tracking:boundaries.noTrackers'), field: 'all_trackers' })
    }
    const applies = all_trackers ? { all_trackers } : { all_trackers, tracker_ids }
    const { name = '' } = body
    return create({ ...body, name, ...applies, rule, schedule, organisation_id: current_organisation_id }, shape)
  }
  const applied = { all_trackers: all_trackers !== false, tracker_ids, rule, schedule }
  return (
    <>
      <Title order={1} size="h4" mb="md">
        {boundary?.name ?? t('tracking:boundaries.new')}
      </Title>
      {boundary && <ContainedNote boundary={boundary} change={() => update(boundary, { rule: 'alone' }, null)} />}
      <ResourceForm
        resource="boundary"
        body={(boundary ? schema.update : schema.create)!}
        row={boundary ?? { ...defaults, name: name ?? '' }}
        fields={[...fields]}
        all={boundary === null}
        changed={changed}
        onChanged={setTyped}
        extra={(values) => (
          <>
            <AppliesTo
              organisation_id={boundary?.organisation_id ?? current_organisation_id}
              all={all_trackers}
              onAll={setAll}
              ids={tracker_ids}
              onIds={setTrackers}
            />
            <RuleField value={rule} onChange={setRule} />
            <ScheduleFields value={schedule} onChange={setSchedule} />
            <Rehearsal
              body={rehearsedBody(boundary ?? current_organisation_id, shape, redrawn, applied, values)}
              onPlaces={onPlaces}
            />
          </>
        )}
        submit={boundary ? undefined : t('form.create')}
        save={async (body) => save(body)?.catch((error) => explain(t, error))}
        cancel={
          <Button component={Link} to={paths.boundaries()} variant="subtle" color="gray">
            {t('form.cancel')}
          </Button>
        }
      />
      {boundary && <Files boundary={boundary} />}
      {boundary && <RemoveSection run={() => remove(boundary.id)} text={t('tracking:boundaries.confirmRemove')} />}
    </>
  )
}

/** The boundary as it would be saved, for a rehearsal; null without a shape. */
function rehearsedBody(
  of: Boundary | number,
  shape: Shape | null,
  redrawn: boolean,
  { all_trackers, tracker_ids, ...applied }: Pick<Boundary, 'all_trackers' | 'tracker_ids' | 'rule' | 'schedule'>,
  { buffer_m, use_accuracy }: Record<string, unknown>,
): object | null {
  if (!shape) return null
  return {
    ...applied,
    ...(typeof of === 'number' ? { organisation_id: of } : { id: of.id }),
    ...((redrawn || typeof of === 'number') && toBody(shape)),
    ...(all_trackers ? { all_trackers } : { all_trackers, tracker_ids }),
    buffer_m: Number(buffer_m) || 0,
    use_accuracy: use_accuracy === true,
  }
}

/** Errors of the shape, such as self-intersection, belong to no field. */
function explain(t: TFunction, error: unknown): never {
  if (!(error instanceof ApiError) || error.field !== 'geometry') throw error
  const reason = error.message.replace(/^geometry: /, '')
  throw new ApiError(error.status, { message: t('tracking:boundaries.refusedShape', { reason }), field: 'geometry' })
}

function Files({ boundary }: { boundary: Boundary }) {
  const { t } = useTranslation()
  const mayChange = useMayChange(boundary.organisation_id)
  return (
    <Attachments
      subject={{ boundary_id: boundary.id }}
      organisation_id={boundary.organisation_id}
      mayAdd={mayChange(boundary)}
      text={t('files:attachments.of_boundary')}
      apart
    />
  )
}

type Props = {
  boundary: Boundary | null
  /** The name in the imported file. */
  name: string | null
  /** The rule in the imported file. */
  rule: Boundary['rule'] | null
  shape: Shape | null
  redrawn: boolean
  /** Called when a field other than the shape changes. */
  onChanged: (changed: boolean) => void
  /** Called with where a rehearsal has found alerts. */
  onPlaces: (places: Places) => void
  free: RefObject<boolean>
}
