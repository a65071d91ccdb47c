import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { dayOf } from '../../kit/format/zoned.ts'
import { doneOf } from '../../kit/forms/labels.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { EntryGone } from '../kit/EntryGone.tsx'
import { Notice } from '../kit/Notice.tsx'
import type { Entry } from '../offline/store.ts'
import { useEntry } from '../offline/useEntry.ts'
import { ProcedureForm } from './ProcedureForm.tsx'
import { nextCaseOf } from './queries.ts'

/** Changes the case of `?id=` or the unsent one of `?entry=`, or records cases one after another. */
export function ProcedureEditPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const record = useRecord('procedure', { once: true })
  const { named, entry } = useEntry('procedure')
  if (named) {
    return (
      <Page title={t('cpd:procedures.edit')}>
        {entry ? <Unsent key={entry.client_key} entry={entry} /> : <EntryGone />}
      </Page>
    )
  }
  if (record.id === null) return <NewCase />
  return (
    <Loaded query={record} title={t('cpd:procedures.edit')} missing={t('cpd:procedures.missing')}>
      {(stored) => (
        <Page title={t('cpd:procedures.edit')}>
          <ProcedureForm
            key={stored.modified_at}
            organisation_id={stored.organisation_id}
            row={{}}
            stored={stored}
            saved={() => {
              showSuccess(doneOf(t, 'procedure', 'saved'))
              navigate(paths.procedure({ id: stored.id }), { replace: true })
            }}
          />
        </Page>
      )}
    </Loaded>
  )
}

/** A case that was not sent yet. */
function Unsent({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <ProcedureForm
      organisation_id={entry.body.organisation_id!}
      row={{}}
      entry={entry}
      saved={(row) => {
        showSuccess(row ? doneOf(t, 'procedure', 'saved') : t('cpd:offline.kept'))
        navigate(row ? paths.procedure({ id: row.id }) : paths.procedures(), { replace: true })
      }}
    />
  )
}

/** The next case begins with what often stays the same from case to case. */
function NewCase() {
  const { t } = useTranslation()
  const { organisation_id, user } = useSession()
  const { timezone } = usePreferences()
  const { data: next, error } = useQuery(nextCaseOf(organisation_id!, user!.id))
  const [made, setMade] = useState<Row<'procedure'> | null>(null)
  const [kept, setKept] = useState(0)
  if (!next && !error) return <PageLoader />
  const last = next?.last
  const row = {
    date: dayOf(Date.now(), timezone),
    modality: last?.modality ?? '',
    region: last?.region ?? '',
    role: last?.role ?? null,
    supervision: last?.supervision ?? null,
    supervisor_user_id: last?.supervisor_user_id ?? null,
    ...(next?.case_number && { case_number: next.case_number }),
  }
  return (
    <Page title={t('cpd:procedures.new')}>
      {made && (
        <Notice tone="done" role="status">
          {t('cpd:procedures.made', { number: made.case_number })}{' '}
          <Link to={paths.procedure({ id: made.id })}>{t('cpd:procedures.open')}</Link>
        </Notice>
      )}
      {kept > 0 && (
        <Notice tone="info" role="status">
          {t('cpd:offline.kept')}
        </Notice>
      )}
      <ProcedureForm
        // After a case was recorded, the form is that of the next one.
        key={`${next?.case_number} ${made?.id} ${kept}`}
        organisation_id={organisation_id!}
        row={row}
        saved={(row) => {
          setMade(row)
          setKept(row ? 0 : kept + 1)
          scrollTo(0, 0)
        }}
      />
    </Page>
  )
}
