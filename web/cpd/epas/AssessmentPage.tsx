import { Badge } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { WordsField } from '../../kit/forms/WordsField.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { RecordFrame } from '../../kit/record/RecordFrame.tsx'
import { RemoveSection } from '../../kit/record/RemoveSection.tsx'
import { Step } from '../../kit/record/Step.tsx'
import { takeStep } from '../../kit/record/takeStep.ts'
import { useRecord } from '../../kit/record/useRecord.ts'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'
import { EvidenceList } from '../kit/EvidenceList.tsx'
import type { Evidence } from '../offline/store.ts'
import { LevelField } from './LevelField.tsx'

/** The assessment of `?id=`: what was asked, the level with its sentence, and for who is asked the step. */
export function AssessmentPage() {
  const { t } = useTranslation()
  const record = useRecord('cpdassessment')
  return (
    <Loaded query={record} title={t('cpd:epas.assessment')} missing={t('cpd:epas.missing')}>
      {(row) => <Shown key={row.modified_at} row={row} />}
    </Loaded>
  )
}

function Shown({ row }: { row: Row<'cpdassessment'> }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const is_own = useSession(({ user }) => user?.id === row.user_id)
  const { remove } = useRecordActions('cpdassessment', { page: paths.assessmentOf, list: paths.assessments })
  const { id, level, levels, devactivity_id, procedure_id, evidence } = row
  return (
    <RecordFrame
      title={row.epa}
      state={
        <Badge variant="light" color={level === null ? 'blue' : 'teal'}>
          {level === null ? t('cpd:epas.waits') : t('cpd:epas.level', { level })}
        </Badge>
      }
      facts={[
        [t('cpd:fields.cpdassessment.person'), !is_own && row.person],
        [t('cpd:fields.cpdassessment.observed_on'), day(row.observed_on)],
        [t('cpd:fields.cpdassessment.assessor'), row.assessor],
        [
          t('cpd:epas.how'),
          level !== null && t(row.assessor_user_id === null ? 'cpd:epas.byLink' : 'cpd:epas.bySupervisor'),
        ],
        [t('cpd:fields.cpdassessment.rotation'), row.rotation],
        [t('cpd:fields.cpdassessment.level'), level !== null && levels[level - 1]],
        [
          t('cpd:epas.about'),
          devactivity_id !== null && <Link to={paths.activity({ id: devactivity_id })}>{t('cpd:epas.activity')}</Link>,
        ],
        [
          t('cpd:epas.about'),
          procedure_id !== null && <Link to={paths.procedure({ id: procedure_id })}>{t('cpd:epas.case')}</Link>,
        ],
      ]}
    >
      {row.request && (
        <Section title={t('cpd:fields.cpdassessment.request')}>
          <LinkedText text={row.request} plain />
        </Section>
      )}
      {row.text && (
        <Section title={t('cpd:fields.cpdassessment.text')}>
          <LinkedText text={row.text} plain />
        </Section>
      )}
      <EvidenceList entity="cpd_assessment" entity_id={id} evidence={evidence as Evidence[]} is_own={is_own} />
      {row.may_assess && <Assess id={id} levels={levels} />}
      {is_own && level === null && <RemoveSection run={() => remove(id)} />}
    </RecordFrame>
  )
}

function Assess({ id, levels }: { id: number; levels: string[] }) {
  const { t } = useTranslation()
  const [level, setLevel] = useState<number | null>(null)
  const [text, setText] = useState('')
  return (
    <Step
      title={t('cpd:epas.assess')}
      text={t('cpd:epas.assessText')}
      disabled={level === null}
      take={() => takeStep('POST cpdassessment/assess', { id, level: level!, text })}
      done={t('cpd:epas.assessed')}
    >
      <LevelField levels={levels} value={level} onChange={setLevel} />
      <WordsField label={t('cpd:fields.cpdassessment.text')} maw={640} value={text} change={setText} max={10_000} />
    </Step>
  )
}
