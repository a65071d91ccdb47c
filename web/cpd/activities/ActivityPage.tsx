import { Badge, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf, type FieldName, labelOf } from '../../kit/forms/labels.ts'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { RecordFrame } from '../../kit/record/RecordFrame.tsx'
import { RemoveSection } from '../../kit/record/RemoveSection.tsx'
import { takeStep } from '../../kit/record/takeStep.ts'
import { useRecord } from '../../kit/record/useRecord.ts'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { Decision } from '../kit/Decision.tsx'
import { EvidenceList } from '../kit/EvidenceList.tsx'
import { Returned } from '../kit/Returned.tsx'
import { stateColour } from '../kit/states.ts'
import { useStandards } from '../standards/useStandards.ts'
import { subjectName } from '../subjects/subjectName.ts'
import { AttendedNotice } from './AttendedNotice.tsx'
import { Shares } from './Shares.tsx'
import { Split } from './Split.tsx'

const texts = ['learnings', 'motivation', 'patient_benefit'] as const

/** The activity of `?id=` with its split, evidence and reflection; its supervisor verifies it here. */
export function ActivityPage() {
  const { t } = useTranslation()
  const record = useRecord('devactivity')
  return (
    <Loaded query={record} title={t('cpd:activities.title')} missing={t('cpd:activities.missing')}>
      {(activity) => <Shown key={activity.id} activity={activity} />}
    </Loaded>
  )
}

function Shown({ activity }: { activity: Row<'devactivity'> }) {
  const { t } = useTranslation()
  const { day, moment } = useTimes()
  const is_own = useSession(({ user }) => user?.id === activity.user_id)
  const { remove } = useRecordActions('devactivity', { page: paths.activity, list: paths.activities })
  const { id, target, state, note, evidence, completed_on, hours, provider, person, flags, tags } = activity
  const standards = useStandards(activity.organisation_id, is_own ? 'mine' : 'all')
  const changes = is_own && state !== 'verified'
  const words = [...flags.map((flag) => choiceOf(t, flag)), ...tags.map((tag) => subjectName(t, tag, standards))]
  const facts: [FieldName<'devactivity'>, string | null][] = [
    ['person', is_own ? null : person],
    ['completed_on', completed_on && day(completed_on)],
    ['hours', t('cpd:hours', { hours })],
    ['provider', provider],
    ['rotation', activity.rotation],
    ['tags', words.join(', ')],
    ['verifier', activity.verified_at && `${activity.verifier}, ${moment(activity.verified_at)}`],
  ]
  return (
    <RecordFrame
      title={target || (activity.private ? t('cpd:activities.private') : t('cpd:activities.untitled'))}
      state={
        <>
          <Badge variant="light" color={stateColour(state)}>
            {choiceOf(t, state)}
          </Badge>
          {activity.private && (
            <Badge variant="outline" color="gray">
              {t('cpd:activities.privateMark')}
            </Badge>
          )}
        </>
      }
      actions={
        changes && (
          <Button component={Link} to={paths.activityEdit({ id })} variant="default">
            {t('cpd:activities.change')}
          </Button>
        )
      }
      facts={facts.map(([field, value]) => [labelOf(t, 'devactivity', field), value])}
    >
      <Returned state={state} note={note} />
      <AttendedNotice activity={activity} is_own={is_own} />
      <Split activity={activity} />
      {texts
        .filter((name) => activity[name])
        .map((name) => (
          <Section key={name} title={labelOf(t, 'devactivity', name)}>
            <LinkedText text={activity[name]!} />
          </Section>
        ))}
      <EvidenceList entity="devactivity" entity_id={id} evidence={evidence} is_own={is_own} />
      {activity.may_verify && state === 'recorded' && (
        <Decision
          accept={t('cpd:activities.verify')}
          text={t('cpd:activities.verifyText')}
          decide={async (verified, note) => {
            await takeStep('POST devactivity/verify', { id, verified, note })
            showSuccess(t(verified ? 'cpd:activities.verifyDone' : 'cpd:activities.returnDone'))
          }}
        />
      )}
      <Shares activity={activity} is_own={is_own} />
      {changes && activity.attended === null && <RemoveSection run={() => remove(id)} />}
    </RecordFrame>
  )
}
