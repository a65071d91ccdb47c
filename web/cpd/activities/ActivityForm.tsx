import schema from 'virtual:resource/devactivity'
import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Dispatch, type ReactNode, type SetStateAction, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ApiError, type CreateBody, type Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { CancelLink } from '../../kit/forms/CancelLink.tsx'
import { doneOf, type FieldName } from '../../kit/forms/labels.ts'
import { type FormGroup, ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showRecord } from '../../kit/record/useRecord.ts'
import { showProblem, showSuccess } from '../../kit/ui/showToast.ts'
import { useEvidence } from '../kit/EvidenceField.tsx'
import { myGoalsOf } from '../kit/goals.ts'
import { OfflineHint } from '../kit/OfflineHint.tsx'
import { refdataOf } from '../kit/queries.ts'
import type { Entry } from '../offline/store.ts'
import { useRecording } from '../offline/useRecording.ts'
import { useStandards } from '../standards/useStandards.ts'
import { SubjectsField } from '../subjects/SubjectsField.tsx'
import { AttendedFacts } from './AttendedFacts.tsx'
import { askOf, keyOf, lostOf } from './lost.ts'
import { SharedFacts } from './SharedFacts.tsx'
import { SplitField } from './SplitField.tsx'
import { creditsOf, isSame, type Part, partsOf } from './split.ts'

/** The fields that every activity has; the others are folded. */
const first: FieldName<'devactivity'>[] = ['target', 'completed_on', 'hours']

/** Records an activity, or changes one: five fields first, the rest folded. */
export function ActivityForm(props: Props) {
  const { organisation_id, stored, entry } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const saveAs = useRecording('devactivity', entry)
  const row: Partial<CreateBody<'devactivity'>> = entry?.body ?? props.row
  const before = stored ? creditsBefore(stored) : []
  const [beside, setBeside] = useState<Beside>(() => ({
    parts: partsOf(stored ? before : (row.credits ?? [])),
    goals: stored?.goals ?? row.goals ?? [],
    tags: stored?.tags ?? row.tags ?? [],
  }))
  const { parts, goals, tags } = beside
  const { data: refdata } = useQuery(refdataOf(organisation_id))
  const standards = useStandards(organisation_id)
  const [asked, setAsked] = useState('')
  const evidence = useEvidence(organisation_id, stored, entry?.files)
  const groups = useGroups(props, beside, setBeside, evidence.field)

  async function save(body: Partial<CreateBody<'devactivity'>>) {
    const hours = body.hours ?? stored?.hours ?? 0
    const credits = creditsOf(parts, hours)
    const unchanged = stored && hours === stored.hours && isSame(credits, before)
    const lost =
      body.state === 'draft' || unchanged ? null : lostOf(refdata?.categories ?? [], standards, credits, hours)
    if (lost && asked !== keyOf(lost)) {
      setAsked(keyOf(lost))
      throw new ApiError(0, { message: askOf(t, lost), code: 'not_counted' })
    }
    const other_credits = (!stored || !isSame(credits, before)) && { credits }
    const own = stored?.attended ? {} : { ...other_credits, tags }
    const given = { ...body, ...own, goals, evidence: evidence.ids }
    const answer = await saveAs(stored, given, { organisation_id, files: evidence.files })
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
    evidence.changed

  const form = (
    <ResourceForm
      resource="devactivity"
      body={stored ? schema.update! : schema.create!}
      row={stored ?? row}
      all={!stored as true}
      required={['target', 'completed_on', 'hours']}
      changed={changed || entry !== undefined}
      busy={evidence.uploading}
      groups={groups}
      submit={asked ? t('cpd:activities.recordLost') : stored ? t('form.save') : t('cpd:activities.record')}
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
function useGroups({ organisation_id, user_id, stored }: Props, beside: Beside, setBeside: Set, evidence: ReactNode) {
  const { t } = useTranslation()
  const { data: refdata } = useQuery(refdataOf(organisation_id))
  const standards = useStandards(organisation_id)
  const { data: offered = [] } = useQuery(myGoalsOf(organisation_id, user_id))
  const set = (changes: Partial<Beside>) => setBeside((before) => ({ ...before, ...changes }))
  const split = (hours: number) => (
    <SplitField
      categories={refdata?.categories ?? []}
      standards={standards}
      parts={beside.parts}
      hours={hours}
      onChange={(parts) => set({ parts })}
    />
  )
  const what: FormGroup<'devactivity'> = { fields: first, extra: (values) => split(Number(values.hours) || 0) }
  const added: FormGroup<'devactivity'>[] = [
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
          {evidence}
        </>
      ),
    },
    {
      title: t('cpd:activities.groups.reflection'),
      folded: true,
      level: 2,
      fields: ['motivation', 'patient_benefit', 'same_patient', 'private'],
    },
  ]
  // What the college has recorded does not change.
  if (stored?.attended) return [{ fields: [], extra: <AttendedFacts activity={stored} /> }, ...added]
  if (stored?.recorded_in) {
    const subjects = <SubjectsField standards={standards} tags={beside.tags} onChange={(tags) => set({ tags })} />
    const facts = (
      <>
        <SharedFacts activity={stored} />
        {split(stored.hours)}
        {subjects}
      </>
    )
    return [{ fields: [], extra: facts }, ...added]
  }
  const more: FormGroup<'devactivity'> = {
    title: t('cpd:activities.groups.more'),
    folded: true,
    level: 2,
    fields: ['began_on', 'provider', 'time_requirement', 'time_credit', 'flags', 'repeats', 'state'],
    extra: <SubjectsField standards={standards} tags={beside.tags} onChange={(tags) => set({ tags })} />,
  }
  return [what, ...added, more]
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

/** What is chosen beside the fields of the form. */
type Beside = { parts: Part[]; goals: number[]; tags: string[] }
type Set = Dispatch<SetStateAction<Beside>>
