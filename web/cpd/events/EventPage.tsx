import { Badge, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { Copyable } from '../../kit/copy/Copyable.tsx'
import { useTimes } from '../../kit/format/useTimes.ts'
import { download } from '../../kit/lists/downloadCsv.ts'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { RecordFrame } from '../../kit/record/RecordFrame.tsx'
import { RemoveSection } from '../../kit/record/RemoveSection.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'
import { QrCode } from '../../kit/ui/QrCode.tsx'
import { refdataOf } from '../kit/queries.ts'
import { useManages } from '../kit/useManages.ts'
import { CourseKey } from './CourseKey.tsx'
import { People } from './People.tsx'
import { RecordList } from './RecordList.tsx'

/** The event of `?id=`; who holds it has its link, and records who was there. */
export function EventPage() {
  const { t } = useTranslation()
  const record = useRecord('cpdevent')
  return (
    <Loaded query={record} title={t('cpd:events.title')} missing={t('cpd:events.missing')}>
      {(event) => <Shown key={event.id} event={event} />}
    </Loaded>
  )
}

function Shown({ event }: { event: Row<'cpdevent'> }) {
  const { t } = useTranslation()
  const administers = useManages(event.organisation_id)
  const { remove } = useRecordActions('cpdevent', { page: paths.cpdEvent, list: paths.cpdEvents })
  const { busy, run } = useAction()
  const facts = useFacts(event)
  const { id, name, description, starts_at, listed, attended, people } = event
  const has_begun = Date.parse(starts_at) <= Date.now()
  const calendar = () => void run(() => download('cpdevents/calendar', { id }, 'event.ics'))
  return (
    <RecordFrame
      title={name}
      state={
        <>
          {attended && (
            <Badge variant="light" color="teal">
              {t('cpd:events.attended')}
            </Badge>
          )}
          {!listed && (
            <Badge variant="outline" color="gray">
              {t('cpd:events.unlisted')}
            </Badge>
          )}
        </>
      }
      actions={
        <>
          <Button variant="default" loading={busy} onClick={calendar}>
            {t('cpd:events.calendar')}
          </Button>
          {administers && (
            <Button component={Link} to={paths.cpdEventEdit({ id })} variant="default">
              {t('cpd:events.change')}
            </Button>
          )}
        </>
      }
      facts={facts}
    >
      {description && <LinkedText text={description} />}
      {administers && <EventLink event={event} />}
      {administers && event.course_iri && <CourseKey organisation_id={event.organisation_id} />}
      {administers && has_begun && <RecordList id={id} />}
      {administers && <People id={id} />}
      {administers && people === 0 && <RemoveSection run={() => remove(id)} />}
    </RecordFrame>
  )
}

function useFacts({ organisation_id, starts_at, ends_at, place, provider, hours, credits }: Row<'cpdevent'>) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { data: refdata } = useQuery(refdataOf(organisation_id))
  const nameOf = (id: number) => refdata?.categories.find((each) => each.id === id)?.name ?? ''
  const parts = credits.map((one) => `${nameOf(one.devcategory_id)}: ${t('cpd:hours', { hours: one.hours })}`)
  return [
    [t('cpd:fields.cpdevent.starts_at'), moment(starts_at)],
    [t('cpd:fields.cpdevent.ends_at'), moment(ends_at)],
    [t('cpd:fields.cpdevent.place'), place],
    [t('cpd:fields.cpdevent.provider'), provider],
    [t('cpd:fields.cpdevent.hours'), t('cpd:hours', { hours })],
    [t('cpd:events.parts'), parts.join(', ')],
  ] satisfies [string, string][]
}

/** Shown at the event, on a screen or printed. */
function EventLink({ event: { code, open_from, open_until } }: { event: Row<'cpdevent'> }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  if (code === null) return null
  if (open_from === null || open_until === null) {
    return (
      <Section title={t('cpd:events.windowTitle')} text={t('cpd:events.linkNone')} apart>
        {null}
      </Section>
    )
  }
  const address = new URL(paths.attend({ code }), location.origin).href
  const text = t('cpd:events.linkText', { from: moment(open_from), until: moment(open_until) })
  return (
    <Section title={t('cpd:events.windowTitle')} text={text} apart>
      <QrCode text={address} label={t('cpd:events.code')} />
      <Copyable what={t('cpd:events.link')} text={address} />
    </Section>
  )
}
