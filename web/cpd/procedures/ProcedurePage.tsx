import { Badge, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { guarded, post } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf, type FieldName, labelOf } from '../../kit/forms/labels.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { showRecord, useRecord } from '../../kit/record/useRecord.ts'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { ConfirmButton } from '../../kit/ui/ConfirmButton.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'
import { showFailure, showSuccess } from '../../kit/ui/showToast.ts'
import { Decision } from '../kit/Decision.tsx'
import { EvidenceList } from '../kit/EvidenceList.tsx'
import { Notice } from '../kit/Notice.tsx'
import { stateColour } from '../kit/states.ts'

const difficulties = [
  ...(['difficulty_physical', 'difficulty_physiological', 'difficulty_psychological'] as const),
  ...(['difficulty_extraneous', 'difficulty_other'] as const),
]

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
  const { time, day } = useTimes()
  const is_own = useSession(({ user }) => user?.id === procedure.user_id)
  const { remove } = useRecordActions('procedure', {
    texts: { removed: t('cpd:procedures.removed') },
    page: paths.procedure,
    list: paths.procedures,
  })
  const { id, case_number, state, note, approved_at, role, supervision } = procedure
  const changes = is_own && state !== 'approved'
  const submit = async () => {
    try {
      const { data } = await guarded(post<Row<'procedure'>>('procedure/submit', { id }))
      await showRecord('procedure', data)
      showSuccess(t('cpd:procedures.submitted'))
    } catch (error) {
      showFailure(error, t('form.unreachable'))
    }
  }
  const facts: [FieldName<'procedure'>, string | null][] = [
    ...(is_own ? [] : [['person', procedure.person] as [FieldName<'procedure'>, string | null]]),
    ...([['date', day(procedure.date)]] as [FieldName<'procedure'>, string][]),
    ...(['type', 'modality', 'region', 'structures'] as const).map(
      (name) => [name, procedure[name]] as [FieldName<'procedure'>, string],
    ),
    ['role', role && choiceOf(t, role)],
    ['supervision', supervision && choiceOf(t, supervision)],
    ['supervisor', procedure.supervisor],
    ['approved_at', approved_at && time(approved_at, Date.now())],
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
      {state === 'returned' && note && (
        <Notice tone="attention" title={t('cpd:activities.returned')}>
          <LinkedText text={note} plain />
        </Notice>
      )}
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
      {procedure.may_approve && state === 'for_review' && (
        <Decision
          accept={t('cpd:procedures.approve')}
          text={t('cpd:procedures.approveText')}
          decide={async (approved, note) => {
            const { data } = await guarded(post<Row<'procedure'>>('procedure/approve', { id, approved, note }))
            await showRecord('procedure', data)
            showSuccess(t(approved ? 'cpd:procedures.approveDone' : 'cpd:procedures.returnDone'))
          }}
        />
      )}
      {changes && (
        <Section apart>
          <ConfirmButton label={t('form.remove')} run={() => remove(id)} dangerous />
        </Section>
      )}
    </Page>
  )
}

/** Masked, until it is asked for: each time is in the audit log. */
function HealthNumber({ procedure }: Props) {
  const { t } = useTranslation()
  const [nhi, setNhi] = useState<string | null>(null)
  const show = async () => {
    try {
      const { data } = await guarded(post<{ nhi: string | null }>('procedure/nhi', { id: procedure.id }))
      setNhi(data.nhi)
    } catch (error) {
      showFailure(error, t('form.unreachable'))
    }
  }
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
