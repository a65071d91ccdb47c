import { Badge, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf, type FieldName, labelOf } from '../../kit/forms/labels.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { RemoveSection } from '../../kit/record/RemoveSection.tsx'
import { takeStep } from '../../kit/record/takeStep.ts'
import { useRecord } from '../../kit/record/useRecord.ts'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { Decision } from '../kit/Decision.tsx'
import { EvidenceList } from '../kit/EvidenceList.tsx'
import { Returned } from '../kit/Returned.tsx'
import { stateColour } from '../kit/states.ts'
import { difficulties } from './difficulties.ts'

/** The case of `?id=`: its details, the difficulties encountered, and its approval. */
export function ProcedurePage() {
  const { t } = useTranslation()
  const record = useRecord('procedure')
  return (
    <Loaded query={record} title={t('cpd:procedures.details')} missing={t('cpd:procedures.missing')}>
      {(procedure) => <Shown key={procedure.id} procedure={procedure} />}
    </Loaded>
  )
}

function Shown({ procedure }: Props) {
  const { t } = useTranslation()
  const { day, moment } = useTimes()
  const is_own = useSession(({ user }) => user?.id === procedure.user_id)
  const { remove } = useRecordActions('procedure', { page: paths.procedure, list: paths.procedures })
  const { id, case_number, state, note, approved_at, role, supervision } = procedure
  const changes = is_own && state !== 'approved'
  const { run } = useAction()
  const submit = () => run(() => takeStep('POST procedure/submit', { id }), t('cpd:procedures.submitted'))
  const facts: [FieldName<'procedure'>, string | null][] = [
    ['person', is_own ? null : procedure.person],
    ['date', day(procedure.date)],
    ['type', procedure.type],
    ['modality', procedure.modality],
    ['region', procedure.region],
    ['structures', procedure.structures],
    ['role', role && choiceOf(t, role)],
    ['supervision', supervision && choiceOf(t, supervision)],
    ['supervisor', procedure.supervisor],
    ['rotation', procedure.rotation],
    ['approved_at', approved_at && moment(approved_at)],
  ]
  const encountered = difficulties.filter((name) => procedure[name])
  return (
    <Page
      title={t('cpd:procedures.case', { number: case_number })}
      actions={
        changes && (
          <>
            <Button component={Link} to={paths.procedureEdit({ id })} variant="default">
              {t('cpd:activities.change')}
            </Button>
            {state !== 'for_review' && <Button onClick={submit}>{t('cpd:plan.submit')}</Button>}
          </>
        )
      }
    >
      <Group mb="md">
        <Badge variant="light" color={stateColour(state)}>
          {choiceOf(t, state)}
        </Badge>
      </Group>
      <Returned state={state} note={note} />
      <Facts
        facts={[
          ...facts
            .filter(([, value]) => value)
            .map(([field, value]) => [labelOf(t, 'procedure', field), value] as const),
          ...(procedure.nhi
            ? [[labelOf(t, 'procedure', 'nhi'), <HealthNumber key="nhi" procedure={procedure} />] as const]
            : []),
        ]}
      />
      {(['comments', 'outcome'] as const)
        .filter((name) => procedure[name])
        .map((name) => (
          <Section key={name} title={labelOf(t, 'procedure', name)} apart>
            <LinkedText text={procedure[name]} />
          </Section>
        ))}
      {encountered.length > 0 && (
        <Section title={t('cpd:procedures.difficulties')} apart>
          <Facts facts={encountered.map((name) => [labelOf(t, 'procedure', name), procedure[name]])} />
        </Section>
      )}
      <EvidenceList entity="procedure" entity_id={procedure.id} evidence={procedure.evidence} is_own={is_own} apart />
      {procedure.may_approve && state === 'for_review' && <Approval id={id} />}
      {changes && <RemoveSection run={() => remove(id)} />}
    </Page>
  )
}

function Approval({ id }: { id: number }) {
  const { t } = useTranslation()
  return (
    <Decision
      accept={t('cpd:procedures.approve')}
      text={t('cpd:procedures.approveText')}
      decide={async (approved, note) => {
        await takeStep('POST procedure/approve', { id, approved, note })
        showSuccess(t(approved ? 'cpd:procedures.approveDone' : 'cpd:procedures.returnDone'))
      }}
    />
  )
}

/** Masked, until it is asked for: each time is in the audit log. */
function HealthNumber({ procedure }: Props) {
  const { t } = useTranslation()
  const [nhi, setNhi] = useState<string | null>(null)
  const { run } = useAction()
  const show = () => run(async () => setNhi((await client.act('POST procedure/nhi', { id: procedure.id })).data.nhi))
  return (
    <Group gap="sm">
      <span>{nhi ?? procedure.nhi}</span>
      {nhi === null && procedure.may_read_nhi && (
        <Button variant="subtle" size="compact-sm" onClick={show}>
          {t('cpd:procedures.showNhi')}
        </Button>
      )}
    </Group>
  )
}

type Props = { procedure: Row<'procedure'> }
