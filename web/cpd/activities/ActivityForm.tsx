import schema from 'virtual:resource/devactivity'
import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { CreateBody, Row, UpdateBody } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { CancelLink } from '../../kit/forms/CancelLink.tsx'
import { doneOf, type FieldName, labelOf } from '../../kit/forms/labels.ts'
import { type FormGroup, ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showRecord } from '../../kit/record/useRecord.ts'
import { showProblem, showSuccess } from '../../kit/ui/showToast.ts'
import { EvidenceField } from '../kit/EvidenceField.tsx'
import { myGoalsOf } from '../kit/goals.ts'
import { OfflineHint } from '../kit/OfflineHint.tsx'
import { currentCyclesOf, refdataOf } from '../kit/queries.ts'
import { subjectName } from '../kit/subjectName.ts'
import { subjectsOf } from '../kit/subjects.ts'
import { uuid } from '../kit/uuid.ts'
import { record } from '../offline/outbox.ts'
import type { Entry, Evidence } from '../offline/store.ts'
import { SplitField } from './SplitField.tsx'
import { creditsOf, isSame, type Part, partsOf } from './split.ts'

/** The fields that every activity has; the others are folded. */
const first: FieldName<'devactivity'>[] = ['target', 'completed_on', 'hours']

/**
 * Records an activity, or changes one: five fields first, the rest folded. Its client key makes a repeated request
 * create one row.
 */
export function ActivityForm(props: Props) {
  const { organisation_id, stored, entry } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [client_key] = useState(() => entry?.client_key ?? uuid())
  const row: Partial<CreateBody<'devactivity'>> = entry?.body ?? props.row
  const before = stored ? creditsBefore(stored) : []
  const [beside, setBeside] = useState<Beside>(() => ({
    parts: partsOf(stored ? before : (row.credits ?? [])),
    goals: stored?.goals ?? row.goals ?? [],
    files: (stored?.evidence as Evidence[] | undefined) ?? entry?.files ?? [],
    tags: stored?.tags ?? row.tags ?? [],
  }))
  const { parts, goals, tags, files } = beside
  const [uploading, setUploading] = useState(false)
  const groups = useGroups(props, beside, setBeside, setUploading)

  async function save(body: Partial<CreateBody<'devactivity'>>) {
    const credits = creditsOf(parts, body.hours ?? stored?.hours ?? 0)
    const given = { goals, tags, evidence: idsOf(files) }
    const answer = stored
      ? await change(stored, { ...body, ...(!isSame(credits, before) && { credits }), ...given })
      : await record({
          kind: 'devactivity',
          client_key,
          files,
          mended: entry !== undefined,
          body: { ...body, organisation_id, credits, ...given },
        })
    if (!answer) {
      showSuccess(t('cpd:offline.kept'))
      return void navigate(paths.activities(), { replace: true })
    }
    const { data, info } = answer
    await Promise.all([showRecord('devactivity', data), refresh('devgoal')])
    showSuccess(doneOf(t, 'devactivity', 'saved'))
    if (info?.warning) showProblem(info.warning)
    navigate(paths.activity({ id: data.id }), { replace: true })
  }

  const changed =
    !isSame(creditsOf(parts, stored?.hours ?? 0), before) ||
    goals.join() !== (stored?.goals ?? []).join() ||
    tags.join() !== (stored?.tags ?? []).join() ||
    idsOf(files).join() !== idsOf(stored?.evidence ?? []).join()

  const form = (
    <ResourceForm
      resource="devactivity"
      body={stored ? schema.update! : schema.create!}
      row={stored ?? row}
      all={!stored as true}
      required={['target', 'completed_on', 'hours']}
      changed={changed || entry !== undefined}
      busy={uploading}
      groups={groups}
      submit={stored ? t('form.save') : t('cpd:activities.record')}
      save={save as never}
      cancel={<CancelLink to={stored ? paths.activity({ id: stored.id }) : paths.activities()} />}
    />
  )
  return (
    <>
      <OfflineHint />
      {form}
    </>
  )
}

/** The fields in their groups, and what stands beside them. */
function useGroups(
  { organisation_id, user_id, stored }: Props,
  beside: Beside,
  setBeside: Set,
  onUploading: Uploading,
) {
  const { t } = useTranslation()
  const { data: refdata } = useQuery(refdataOf(organisation_id))
  const { data: offered = [] } = useQuery(myGoalsOf(organisation_id, user_id))
  const set = (changes: Partial<Beside>) => setBeside((before) => ({ ...before, ...changes }))
  const groups: FormGroup<'devactivity'>[] = [
    {
      fields: first,
      extra: (values) => (
        <SplitField
          categories={refdata?.categories ?? []}
          parts={beside.parts}
          hours={Number(values.hours) || 0}
          onChange={(parts) => set({ parts })}
        />
      ),
    },
    { fields: ['learnings'] },
    {
      title: t('cpd:activities.groups.evidence'),
      folded: !stored?.evidence.length && !beside.goals.length,
      level: 2,
      fields: [],
      extra: (
        <>
          {offered.length > 0 && (
            <MultiSelect
              label={t('cpd:activities.goals')}
              data={offered.map(({ id, description }) => ({ value: String(id), label: description }))}
              value={beside.goals.map(String)}
              onChange={(ids) => set({ goals: ids.map(Number) })}
              searchable
            />
          )}
          <EvidenceField
            organisation_id={organisation_id}
            files={beside.files}
            onChange={(how) => setBeside((before) => ({ ...before, files: how(before.files) }))}
            onUploading={onUploading}
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
      extra: <Tags organisation_id={organisation_id} tags={beside.tags} onChange={(tags) => set({ tags })} />,
    },
  ]
  return groups
}

function Tags({ organisation_id, tags, onChange }: TagsProps) {
  const { t } = useTranslation()
  const { data: refdata } = useQuery(refdataOf(organisation_id))
  const { data: cycles = [] } = useQuery(currentCyclesOf(organisation_id))
  const standards = (refdata?.standards ?? []).filter(({ id }) => cycles.some((each) => each.cpd_standard_id === id))
  return (
    <MultiSelect
      label={labelOf(t, 'devactivity', 'tags')}
      description={t('cpd:activities.subjectsHint')}
      data={subjectsOf(standards, tags).map((tag) => ({ value: tag, label: subjectName(t, tag) }))}
      value={tags}
      onChange={onChange}
      maxValues={20}
      searchable
    />
  )
}

const change = ({ id, modified_at }: Row<'devactivity'>, body: UpdateBody<'devactivity'>) =>
  guarded(client.update('devactivity', { ...body, id, modified_at }))

const idsOf = (files: { file_id: number }[]) => files.map(({ file_id }) => file_id)

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

/** What is chosen beside the fields of the form. */
type Beside = { parts: Part[]; goals: number[]; files: Evidence[]; tags: string[] }
type Set = Dispatch<SetStateAction<Beside>>
type Uploading = (uploading: boolean) => void
type TagsProps = { organisation_id: number; tags: string[]; onChange: (tags: string[]) => void }
