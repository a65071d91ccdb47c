import schema from 'virtual:resource/devactivity'
import { Button, MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { CreateBody, Row, UpdateBody } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { type FieldName, labelOf } from '../../kit/forms/labels.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showRecord } from '../../kit/record/useRecord.ts'
import { showProblem, showSuccess } from '../../kit/ui/showToast.ts'
import { myGoalsOf } from '../kit/goals.ts'
import { currentCyclesOf, refdataOf } from '../kit/queries.ts'
import { subjectName } from '../kit/subjectName.ts'
import { subjectsOf } from '../kit/subjects.ts'
import { uuid } from '../kit/uuid.ts'
import { OfflineHint } from '../offline/OfflineHint.tsx'
import { type Recorded, record } from '../offline/outbox.ts'
import type { Entry } from '../offline/store.ts'
import { type Evidence, EvidenceField } from './EvidenceField.tsx'
import { SplitField } from './SplitField.tsx'
import { creditsOf, isSame, type Part, partsOf } from './split.ts'

/** The fields that every activity has; the others are folded. */
const first: FieldName<'devactivity'>[] = ['target', 'completed_on', 'hours']

/**
 * Records an activity, or changes one: five fields first, the rest folded. Its client key makes a repeated request
 * create one row.
 */
export function ActivityForm({ organisation_id, user_id, row: begun, stored, entry }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: refdata } = useQuery(refdataOf(organisation_id))
  const { data: offered = [] } = useQuery(myGoalsOf(organisation_id, user_id))
  const [client_key] = useState(() => entry?.client_key ?? uuid())
  const row: Partial<CreateBody<'devactivity'>> = entry?.body ?? begun
  const before = stored ? creditsBefore(stored) : []
  const [parts, setParts] = useState<Part[]>(() => partsOf(stored ? before : (row.credits ?? [])))
  const [goals, setGoals] = useState<number[]>(stored?.goals ?? row.goals ?? [])
  const [files, setFiles] = useState<Evidence[]>((stored?.evidence as Evidence[] | undefined) ?? entry?.files ?? [])
  const [uploading, setUploading] = useState(false)
  const [tags, setTags] = useState<string[]>(stored?.tags ?? row.tags ?? [])
  const { data: cycles = [] } = useQuery(currentCyclesOf(organisation_id))
  const standards = (refdata?.standards ?? []).filter(({ id }) => cycles.some((each) => each.cpd_standard_id === id))

  async function save(body: Partial<CreateBody<'devactivity'>>) {
    const credits = creditsOf(parts, body.hours ?? stored?.hours ?? 0)
    const evidence = files.map(({ file_id }) => file_id)
    const answer = stored
      ? ((await guarded(
          client.update('devactivity', {
            ...(body as UpdateBody<'devactivity'>),
            ...(!isSame(credits, before) && { credits }),
            goals,
            evidence,
            tags,
            id: stored.id,
            modified_at: stored.modified_at,
          }),
        )) as Recorded<'devactivity'>)
      : await record({
          kind: 'devactivity',
          client_key,
          files,
          mended: entry !== undefined,
          body: { ...body, organisation_id, credits, goals, evidence, tags },
        })
    if (!answer) {
      showSuccess(t('cpd:offline.kept'))
      return void navigate(paths.activities(), { replace: true })
    }
    const { data, info } = answer
    await Promise.all([showRecord('devactivity', data), refresh('devgoal')])
    showSuccess(t('cpd:activities.saved'))
    if (info?.warning) showProblem(info.warning)
    navigate(paths.activity({ id: data.id }), { replace: true })
  }

  const changed =
    !isSame(creditsOf(parts, stored?.hours ?? 0), before) ||
    goals.join() !== (stored?.goals ?? []).join() ||
    tags.join() !== (stored?.tags ?? []).join() ||
    files.map(({ file_id }) => file_id).join() !== (stored?.evidence ?? []).map(({ file_id }) => file_id).join()

  const form = (
    <ResourceForm
      resource="devactivity"
      body={stored ? schema.update! : schema.create!}
      row={stored ?? row}
      all={!stored as true}
      required={['target', 'completed_on', 'hours']}
      changed={changed || entry !== undefined}
      busy={uploading}
      groups={[
        {
          fields: first,
          extra: (values) => (
            <SplitField
              categories={refdata?.categories ?? []}
              parts={parts}
              hours={Number(values.hours) || 0}
              onChange={setParts}
            />
          ),
        },
        { fields: ['learnings'] },
        {
          title: t('cpd:activities.groups.evidence'),
          folded: !stored?.evidence.length && !goals.length,
          level: 2,
          fields: [],
          extra: (
            <>
              {offered.length > 0 && (
                <MultiSelect
                  label={t('cpd:activities.goals')}
                  data={offered.map(({ id, description }) => ({ value: String(id), label: description }))}
                  value={goals.map(String)}
                  onChange={(ids) => setGoals(ids.map(Number))}
                  searchable
                />
              )}
              <EvidenceField
                organisation_id={organisation_id}
                files={files}
                onChange={setFiles}
                onUploading={setUploading}
              />
            </>
          ),
        },
        {
          title: t('cpd:activities.groups.reflection'),
          folded: true,
          level: 2,
          fields: ['motivation', 'patient_benefit', 'same_patient', 'private'],
        },
        {
          title: t('cpd:activities.groups.more'),
          folded: true,
          level: 2,
          fields: ['began_on', 'provider', 'time_requirement', 'time_credit', 'flags', 'repeats', 'state'],
          extra: (
            <MultiSelect
              label={labelOf(t, 'devactivity', 'tags')}
              description={t('cpd:activities.subjectsHint')}
              data={subjectsOf(standards, tags).map((tag) => ({ value: tag, label: subjectName(t, tag) }))}
              value={tags}
              onChange={setTags}
              maxValues={20}
              searchable
            />
          ),
        },
      ]}
      submit={stored ? t('form.save') : t('cpd:activities.record')}
      save={save as never}
      cancel={
        <Button component={Link} to={stored ? paths.activity({ id: stored.id }) : paths.activities()} variant="default">
          {t('form.cancel')}
        </Button>
      }
    />
  )
  return (
    <>
      <OfflineHint />
      {form}
    </>
  )
}

const creditsBefore = ({ credits }: Row<'devactivity'>) =>
  credits.map(({ devcategory_id, hours, items }) => ({ devcategory_id, hours, ...(items && { items }) }))

type Props = {
  organisation_id: number
  user_id: number
  /** What a new activity begins with. */
  row: Partial<CreateBody<'devactivity'>>
  stored?: Row<'devactivity'>
  /** One that was not sent yet. */
  entry?: Entry
}
