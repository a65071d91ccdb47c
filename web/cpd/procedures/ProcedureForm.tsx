import schema from 'virtual:resource/procedure'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CreateBody, Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { CancelLink } from '../../kit/forms/CancelLink.tsx'
import type { FieldName } from '../../kit/forms/labels.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { showRecord } from '../../kit/record/useRecord.ts'
import { useEvidence } from '../kit/EvidenceField.tsx'
import { OfflineHint } from '../kit/OfflineHint.tsx'
import { refdataOf } from '../kit/queries.ts'
import { SupervisorSelect } from '../kit/SupervisorSelect.tsx'
import { useSupervisor } from '../kit/useSupervisor.ts'
import type { Entry } from '../offline/store.ts'
import { useRecording } from '../offline/useRecording.ts'
import { difficulties } from './difficulties.ts'

/** What suggestions a field has. */
const kinds = { type: 'type', modality: 'modality', region: 'region', structures: 'structure' } as const

const first: FieldName<'procedure'>[] = ['date', 'type', 'modality', 'region', 'role', 'supervision']

/** A case of the logbook: what is written at each is first, the rest folded. */
export function ProcedureForm({ organisation_id, row: begun, stored, entry, saved }: Props) {
  const { t } = useTranslation()
  const saveAs = useRecording('procedure', entry)
  const row: Partial<CreateBody<'procedure'>> = entry?.body ?? begun
  const before = stored ?? row
  const supervisor = useSupervisor(organisation_id, before.supervisor_user_id ?? null, !stored && !entry)
  const evidence = useEvidence(organisation_id, stored, entry?.files)
  const suggestions = useSuggestions(organisation_id)

  async function save({ case_number, ...body }: Partial<CreateBody<'procedure'>>) {
    // The proposed number is not sent: two devices may propose the same.
    const proposed = entry ? undefined : row.case_number
    const is_given = case_number !== undefined && (stored || case_number !== proposed)
    const to = { supervisor_user_id: supervisor.value, evidence: evidence.ids }
    const given = { ...body, ...(is_given && { case_number }), ...to }
    const answer = await saveAs(stored, given, { organisation_id, files: evidence.files })
    if (!answer) return saved(null)
    await showRecord('procedure', answer.data)
    saved(answer.data)
  }
  const changed = supervisor.changed || evidence.changed

  return (
    <>
      <OfflineHint more={t('cpd:offline.number')} />
      <ResourceForm
        resource="procedure"
        body={stored ? schema.update! : schema.create!}
        row={before}
        all={!stored as true}
        required={['date', 'type']}
        changed={changed || entry !== undefined}
        suggestions={suggestions}
        busy={evidence.uploading}
        groups={[
          {
            // Without a network there is no proposal; the number is given when the case arrives.
            fields: before.case_number === undefined ? first : ['case_number', ...first],
            extra: (
              <SupervisorSelect
                organisation_id={organisation_id}
                value={supervisor.value}
                known={stored?.supervisor ?? null}
                onChange={supervisor.choose}
              />
            ),
          },
          {
            title: t('cpd:procedures.groups.details'),
            level: 2,
            folded: !stored,
            fields: ['structures', 'nhi', 'comments', 'outcome'],
            extra: evidence.field,
          },
          { title: t('cpd:procedures.difficulties'), level: 2, folded: true, fields: [...difficulties] },
        ]}
        submit={stored ? t('form.save') : t('cpd:procedures.record')}
        save={save as never}
        cancel={<CancelLink to={stored ? paths.procedure({ id: stored.id }) : paths.procedures()} />}
      />
    </>
  )
}

function useSuggestions(organisation_id: number) {
  const { data: refdata } = useQuery(refdataOf(organisation_id))
  const termsOf = (kind: string) => (refdata?.terms ?? []).filter((term) => term.kind === kind).map(({ name }) => name)
  return Object.fromEntries(Object.entries(kinds).map(([field, kind]) => [field, termsOf(kind)]))
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
