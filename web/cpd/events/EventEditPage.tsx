import schema from 'virtual:resource/cpdevent'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { CreateBody, Row, UpdateBody } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { CancelLink } from '../../kit/forms/CancelLink.tsx'
import { doneOf } from '../../kit/forms/labels.ts'
import { type FormGroup, ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { updateRecord } from '../../kit/record/useRecordActions.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { SplitField } from '../activities/SplitField.tsx'
import { creditsOf, isSame, type Part, partsOf } from '../activities/split.ts'
import { refdataOf } from '../kit/queries.ts'
import { useStandards } from '../standards/useStandards.ts'
import { SubjectsField } from '../subjects/SubjectsField.tsx'

/** A new event, or the one of `?id=`: what it is, what it counts as, its link, and further dates. */
export function EventEditPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const record = useRecord('cpdevent')
  if (record.id === null) {
    return (
      <Page title={t('cpd:events.new')}>
        <EventForm organisation_id={organisation_id} />
      </Page>
    )
  }
  return (
    <Loaded query={record} title={t('cpd:events.title')} missing={t('cpd:events.missing')}>
      {(event) => (
        <Page title={event.name}>
          <EventForm key={event.modified_at} organisation_id={event.organisation_id} stored={event} />
        </Page>
      )}
    </Loaded>
  )
}

function EventForm({ organisation_id, stored }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const before = stored ? creditsBefore(stored) : []
  const [parts, setParts] = useState(() => partsOf(before))
  const [tags, setTags] = useState(stored?.tags ?? [])
  const groups = useGroups({ organisation_id, stored, parts, setParts, tags, setTags })
  async function save(body: Partial<CreateBody<'cpdevent'>>) {
    const credits = creditsOf(parts, body.hours ?? stored?.hours ?? 0)
    if (stored) {
      const changed = { tags, ...(!isSame(credits, before) && { credits }) }
      await updateRecord('cpdevent', stored, { ...(body as UpdateBody<'cpdevent'>), ...changed })
      showSuccess(doneOf(t, 'cpdevent', 'saved'))
      return void navigate(paths.cpdEvent({ id: stored.id }), { replace: true })
    }
    const event = { ...(body as CreateBody<'cpdevent'>), credits, tags, organisation_id }
    const { data } = await guarded(client.create('cpdevent', event))
    await refresh('cpdevent')
    showSuccess(doneOf(t, 'cpdevent', 'created'))
    navigate(paths.cpdEvent({ id: data.id }), { replace: true })
  }
  return (
    <ResourceForm
      resource="cpdevent"
      body={stored ? schema.update! : schema.create!}
      row={stored ?? { listed: true }}
      all={!stored as true}
      required={['name', 'starts_at', 'ends_at', 'hours']}
      changed={!isSame(creditsOf(parts, stored?.hours ?? 0), before) || tags.join() !== (stored?.tags ?? []).join()}
      groups={groups}
      submit={stored ? t('form.save') : t('form.create')}
      save={save as never}
      cancel={<CancelLink to={stored ? paths.cpdEvent({ id: stored.id }) : paths.cpdEvents()} />}
    />
  )
}

function useGroups({ organisation_id, stored, parts, setParts, tags, setTags }: Grouped) {
  const { t } = useTranslation()
  const { data: refdata } = useQuery(refdataOf(organisation_id))
  const standards = useStandards(organisation_id, 'all')
  const groups: FormGroup<'cpdevent'>[] = [
    {
      fields: ['name', 'starts_at', 'ends_at', 'place', 'hours'],
      extra: (values) => (
        <SplitField
          categories={refdata?.categories ?? []}
          standards={standards}
          parts={parts}
          hours={Number(values.hours) || 0}
          onChange={setParts}
        />
      ),
    },
    {
      fields: ['description', 'provider', 'flags', 'listed'],
      extra: <SubjectsField standards={standards} tags={tags} onChange={setTags} />,
    },
    {
      title: t('cpd:events.windowTitle'),
      level: 2,
      fields: ['open_from', 'open_until'],
      extra: <Explained text={t('cpd:events.windowText')} />,
    },
    {
      title: t('cpd:events.courseTitle'),
      level: 2,
      folded: !stored?.course_iri,
      fields: ['course_iri'],
      extra: <Explained text={t('cpd:events.courseFormText')} />,
    },
  ]
  if (stored) return groups
  return [
    ...groups,
    {
      title: t('cpd:events.repeatsTitle'),
      level: 2 as const,
      folded: true,
      fields: ['repeats', 'repeat_until'] as never[],
      extra: <Explained text={t('cpd:events.repeatsText')} />,
    },
  ]
}

function Explained({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  )
}

const creditsBefore = ({ credits }: Row<'cpdevent'>) =>
  credits.map(({ devcategory_id, hours, items }) => ({ devcategory_id, hours, ...(items && { items }) }))

type Props = { organisation_id: number; stored?: Row<'cpdevent'> | undefined }
type Grouped = Props & {
  parts: Part[]
  setParts: (parts: Part[]) => void
  tags: string[]
  setTags: (tags: string[]) => void
}
