import schema from 'virtual:resource/devqualification'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { CreateBody, Row, UpdateBody } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { CancelLink } from '../../kit/forms/CancelLink.tsx'
import type { FieldName } from '../../kit/forms/labels.ts'
import { doneOf } from '../../kit/forms/labels.ts'
import { ReferenceField } from '../../kit/forms/ReferenceField.tsx'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { RemoveSection } from '../../kit/record/RemoveSection.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { updateRecord, useRecordActions } from '../../kit/record/useRecordActions.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { memberReference } from '../../people/members/memberReference.ts'
import { useEvidence } from '../kit/EvidenceField.tsx'
import { EvidenceList } from '../kit/EvidenceList.tsx'
import { Notice } from '../kit/Notice.tsx'
import { useManages } from '../kit/useManages.ts'
import type { Evidence } from '../offline/store.ts'
import { QualificationFacts } from './QualificationFacts.tsx'

/** The qualification of `?id=`, or a new one. Administrators write those of others, too, and extend and suspend them. */
export function QualificationPage() {
  const { t } = useTranslation()
  const { organisation_id, user } = useSession()
  const administers = useManages(organisation_id!)
  const record = useRecord('devqualification')
  if (record.id === null) {
    return (
      <Page title={t('cpd:qualifications.new')}>
        <QualificationForm organisation_id={organisation_id!} administers={administers} />
      </Page>
    )
  }
  return (
    <Loaded query={record} title={t('cpd:qualifications.title')} missing={t('cpd:qualifications.missing')}>
      {(row) => (
        <Page title={row.name}>
          {row.user_id !== user!.id && <Text c="dimmed">{row.person}</Text>}
          {row.state !== 'held' && <Notice tone="attention">{t(`cpd:qualifications.${row.state}`)}</Notice>}
          <Confirmation row={row} decides={administers && row.user_id !== user!.id} />
          {administers || row.user_id === user!.id ? (
            <QualificationForm
              key={row.modified_at}
              organisation_id={row.organisation_id}
              administers={administers}
              stored={row}
            />
          ) : (
            <QualificationFacts row={row} />
          )}
          {row.user_id !== user!.id && (
            <EvidenceList
              entity="devqualification"
              entity_id={row.id}
              evidence={row.evidence as Evidence[]}
              is_own={false}
              apart
            />
          )}
        </Page>
      )}
    </Loaded>
  )
}

function QualificationForm({ organisation_id, administers, stored }: Props) {
  const me = useSession(({ user }) => user!.id)
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [params] = useAddress()
  const [user_id, setPerson] = useState<number | null>(Number(params.get('person')) || null)
  const { ids, changed, uploading, field } = useEvidence(organisation_id, stored)
  const { remove } = useRecordActions('devqualification', { page: paths.qualification, list: paths.qualifications })
  const decides = administers && (stored?.user_id ?? user_id ?? me) !== me
  const locked = stored?.confirmed_at != null && !decides

  async function save(body: Partial<CreateBody<'devqualification'>>) {
    const evidence = changed && { evidence: ids }
    if (stored) {
      await updateRecord('devqualification', stored, { ...(body as UpdateBody<'devqualification'>), ...evidence })
      showSuccess(doneOf(t, 'devqualification', 'saved'))
      return
    }
    const made = { ...(body as CreateBody<'devqualification'>), ...evidence, organisation_id }
    const { data } = await guarded(client.create('devqualification', { ...made, ...(user_id !== null && { user_id }) }))
    await refresh('devqualification')
    showSuccess(doneOf(t, 'devqualification', 'saved'))
    navigate(paths.qualification({ id: data.id }), { replace: true })
  }

  return (
    <>
      {stored && locked && <Locked row={stored} />}
      <ResourceForm
        resource="devqualification"
        body={stored ? schema.update! : schema.create!}
        row={stored ?? {}}
        all={!stored as true}
        required={['type', 'name']}
        changed={changed}
        busy={uploading}
        groups={[
          {
            fields: locked ? ['issuer'] : ['type', 'name', 'issuer', 'issued_on', 'expires_on'],
            extra: administers && !stored && (
              <Person organisation_id={organisation_id} value={user_id} onChange={setPerson} />
            ),
          },
          {
            title: t('cpd:activities.groups.more'),
            level: 2,
            folded: true,
            fields: ['level', 'number'],
            // Evidence is the person's own files.
            extra: (stored?.user_id ?? user_id ?? me) === me && field,
          },
          ...(decides && stored
            ? [{ title: t('cpd:qualifications.decided'), level: 2, folded: true, fields: decided } as const]
            : []),
        ]}
        submit={stored ? t('form.save') : t('form.create')}
        save={save as never}
        cancel={<CancelLink to={paths.qualifications()} />}
      />
      {stored && !locked && <RemoveSection run={() => remove(stored.id)} />}
    </>
  )
}

function Locked({ row }: { row: Row<'devqualification'> }) {
  const { t } = useTranslation()
  return (
    <>
      <QualificationFacts row={row} />
      <Text c="dimmed" my="md">
        {t('cpd:qualifications.locked')}
      </Text>
    </>
  )
}

function Person({ organisation_id, value, onChange }: PersonProps) {
  const { t } = useTranslation()
  return (
    <ReferenceField
      name="user_id"
      label={t('cpd:qualifications.person')}
      description={t('cpd:qualifications.personHint')}
      error={undefined}
      withAsterisk={false}
      reference={memberReference(organisation_id)}
      value={value}
      onChange={onChange}
    />
  )
}

const decided: FieldName<'devqualification'>[] = ['suspended', 'extended_until', 'extended_reason']

/** When it was confirmed, and for administrators the step that does. */
function Confirmation({ row, decides }: { row: Row<'devqualification'>; decides: boolean }) {
  const { t } = useTranslation()
  const { run } = useAction()
  const { day } = useTimes()
  if (row.confirmed_at !== null) {
    const on = day(row.confirmed_at.slice(0, 10))
    return (
      <Text c="dimmed" mb="md">
        {row.confirmed_by
          ? t('cpd:qualifications.confirmedBy', { day: on, person: row.confirmed_by })
          : t('cpd:qualifications.confirmedOn', { day: on })}
      </Text>
    )
  }
  if (!decides) return null
  const confirm = () =>
    run(() => updateRecord('devqualification', row, { confirmed: true }), t('cpd:qualifications.confirmed'))
  return (
    <Button mb="md" onClick={confirm}>
      {t('cpd:qualifications.confirm')}
    </Button>
  )
}

type Props = { organisation_id: number; administers: boolean; stored?: Row<'devqualification'> }
type PersonProps = { organisation_id: number; value: number | null; onChange: (id: number | null) => void }
