import schema from 'virtual:resource/cpdrotation'
import { Badge, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row, UpdateBody } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { RecordFrame } from '../../kit/record/RecordFrame.tsx'
import { RemoveSection } from '../../kit/record/RemoveSection.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { updateRecord, useRecordActions } from '../../kit/record/useRecordActions.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { refdataOf } from '../kit/queries.ts'
import { useManages } from '../kit/useManages.ts'
import { phaseColour } from './phases.ts'
import { Supervisors } from './Supervisors.tsx'

/** The rotation of `?id=`: where and when, who supervises it on which days, and its assessment. */
export function RotationPage() {
  const { t } = useTranslation()
  const record = useRecord('cpdrotation')
  return (
    <Loaded query={record} title={t('cpd:rotations.one')} missing={t('cpd:rotations.missing')}>
      {(rotation) => <Shown key={rotation.id} rotation={rotation} />}
    </Loaded>
  )
}

function Shown({ rotation }: { rotation: Row<'cpdrotation'> }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const me = useSession(({ user }) => user!.id)
  const is_own = rotation.user_id === me
  const manages = useManages(rotation.organisation_id)
  const { id, place, specialty, person, begins, ends, percent, phase, assessed_on, created_by } = rotation
  const changes = manages || (is_own && created_by === me && phase !== 'past')
  const { remove } = useRecordActions('cpdrotation', { page: paths.rotation, list: paths.rotations })
  return (
    <RecordFrame
      title={[place, specialty].filter(Boolean).join(', ')}
      state={
        <Badge variant="light" color={phaseColour(phase)}>
          {t(`cpd:rotations.phases.${phase}`)}
        </Badge>
      }
      facts={[
        [t('cpd:fields.cpdrotation.person'), !is_own && person],
        [t('cpd:rotations.days'), t('cpd:rotations.fromTo', { from: day(begins), to: day(ends) })],
        [t('cpd:report.fullTime'), t('cpd:rotations.percent', { percent })],
        [t('cpd:fields.cpdrotation.assessed_on'), assessed_on ? day(assessed_on) : t('cpd:rotations.notAssessed')],
      ]}
    >
      {rotation.may_assess && <Assess rotation={rotation} />}
      <Supervisors rotation={rotation} changes={changes} />
      {changes && (
        <Section title={t('cpd:rotations.change')} apart>
          <ResourceForm
            key={rotation.modified_at}
            resource="cpdrotation"
            body={schema.update!}
            row={rotation}
            fields={['place', 'specialty', 'begins', 'ends', 'percent']}
            save={async (body: UpdateBody<'cpdrotation'>) => {
              await updateRecord('cpdrotation', rotation, body)
              showSuccess(t('cpd:rotations.saved'))
            }}
          />
        </Section>
      )}
      {changes && <RemoveSection run={() => remove(id)} />}
    </RecordFrame>
  )
}

/** Forms that supervisors fill in, about this rotation. */
function Assess({ rotation }: { rotation: Row<'cpdrotation'> }) {
  const { t } = useTranslation()
  const { data: refdata } = useQuery(refdataOf(rotation.organisation_id))
  const templates = refdata?.templates.filter(({ filled_by }) => filled_by === 'supervisor') ?? []
  if (refdata && templates.length === 0) return null
  return (
    <Section title={t('cpd:rotations.assess')} text={t('cpd:rotations.assessText')}>
      {templates.map(({ id, name }) => (
        <div key={id}>
          <Button
            component={Link}
            to={paths.formEdit({ template: id, rotation: rotation.id })}
            variant={rotation.assessed_on ? 'default' : 'filled'}
          >
            {name}
          </Button>
        </div>
      ))}
    </Section>
  )
}
