import schema from 'virtual:resource/procedure'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CreateBody, Row, UpdateBody } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { showRecord } from '../../kit/record/useRecord.ts'
import { type Evidence, EvidenceField } from '../activities/EvidenceField.tsx'
import { refdataOf } from '../kit/queries.ts'
import { SupervisorSelect } from '../kit/SupervisorSelect.tsx'
import { uuid } from '../kit/uuid.ts'
import { OfflineHint } from '../offline/OfflineHint.tsx'
import { record } from '../offline/outbox.ts'
import type { Entry } from '../offline/store.ts'

/** What suggestions a field has. */
const kinds = { type: 'type', modality: 'modality', region: 'region', structures: 'structure' } as const

/** A case of the logbook: what is written at each is first, the rest folded. */
export function ProcedureForm({ organisation_id, row: begun, stored, entry, saved }: Props) {
  const { t } = useTranslation()
  const { data: refdata } = useQuery(refdataOf(organisation_id))
  const [client_key] = useState(() => entry?.client_key ?? uuid())
  const row: Partial<CreateBody<'procedure'>> = entry?.body ?? begun
  const before = stored ?? row
  const [supervisor_user_id, setSupervisor] = useState(before.supervisor_user_id ?? null)
  const [files, setFiles] = useState<Evidence[]>((stored?.evidence as Evidence[] | undefined) ?? entry?.files ?? [])
  const [uploading, setUploading] = useState(false)
  const suggestions = Object.fromEntries(
    Object.entries(kinds).map(([field, kind]) => [
      field,
      (refdata?.terms ?? []).filter((term) => term.kind === kind).map(({ name }) => name),
    ]),
  )

  async function save({ case_number, ...body }: Partial<CreateBody<'procedure'>>) {
    const evidence = files.map(({ file_id }) => file_id)
    // The proposed number is not sent: two devices may propose the same.
    const proposed = entry ? undefined : row.case_number
    const number = case_number !== undefined && case_number !== proposed && { case_number }
    const answer = stored
      ? await guarded(
          client.update('procedure', {
            ...(body as UpdateBody<'procedure'>),
            ...(case_number !== undefined && { case_number }),
            supervisor_user_id,
            evidence,
            id: stored.id,
            modified_at: stored.modified_at,
          }),
        )
      : await record({
          kind: 'procedure',
          client_key,
          files,
          mended: entry !== undefined,
          body: {
            ...(body as CreateBody<'procedure'>),
            ...number,
            organisation_id,
            supervisor_user_id,
            evidence,
          },
        })
    if (!answer) return saved(null)
    await showRecord('procedure', answer.data)
    saved(answer.data)
  }

  const changed =
    supervisor_user_id !== (before.supervisor_user_id ?? null) ||
    files.map(({ file_id }) => file_id).join() !== (stored?.evidence ?? []).map(({ file_id }) => file_id).join()

  const form = (
    <ResourceForm
      resource="procedure"
      body={stored ? schema.update! : schema.create!}
      row={before}
      all={!stored as true}
      required={['date', 'type']}
      changed={changed || entry !== undefined}
      suggestions={suggestions}
      busy={uploading}
      groups={[
        {
          fields: [
            // Without a network there is no proposal; the number is given when the case arrives.
            ...(before.case_number === undefined ? [] : (['case_number'] as const)),
            ...(['date', 'type', 'modality', 'region', 'role', 'supervision'] as const),
          ],
          extra: (
            <SupervisorSelect
              organisation_id={organisation_id}
              value={supervisor_user_id}
              known={stored?.supervisor ?? null}
              onChange={setSupervisor}
            />
          ),
        },
        {
          title: t('cpd:procedures.groups.details'),
          level: 2,
          folded: !stored,
          fields: ['structures', 'nhi', 'comments', 'outcome'],
          extra: (
            <EvidenceField
              organisation_id={organisation_id}
              files={files}
              onChange={setFiles}
              onUploading={setUploading}
            />
          ),
        },
        {
          title: t('cpd:procedures.difficulties'),
          level: 2,
          folded: true,
          fields: [
            'difficulty_physical',
            'difficulty_physiological',
            'difficulty_psychological',
            'difficulty_extraneous',
            'difficulty_other',
          ],
        },
      ]}
      submit={stored ? t('form.save') : t('cpd:procedures.record')}
      save={save as never}
      cancel={
        <Button
          component={Link}
          to={stored ? paths.procedure({ id: stored.id }) : paths.procedures()}
          variant="default"
        >
          {t('form.cancel')}
        </Button>
      }
    />
  )
  return (
    <>
      <OfflineHint more={t('cpd:offline.number')} />
      {form}
    </>
  )
}

type Props = {
  organisation_id: number
  /** What a new case begins with: the proposed number, and what the last one had. */
  row: Partial<CreateBody<'procedure'>>
  stored?: Row<'procedure'>
  /** One that was not sent yet. */
  entry?: Entry
  /** Called with the row, or null where it is kept until there is a network. */
  saved: (row: Row<'procedure'> | null) => void
}
