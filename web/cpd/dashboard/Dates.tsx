import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { download } from '../../kit/lists/downloadCsv.ts'
import { Section } from '../../kit/page/Section.tsx'
import { datesOf } from './dates.ts'

const MOST = 6

/** What comes up for the person, and the same for their calendar. */
export function Dates({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { busy, run } = useAction()
  const { data } = useQuery(datesOf(organisation_id))
  if (!data || data.length === 0) return null
  const save = () => run(() => download('cpd/calendar', { organisation_id, format: 'ics' }, 'calendar.ics'))
  return (
    <Section title={t('cpd:dates.title')} apart>
      <ul style={{ margin: 0, paddingInlineStart: 20 }}>
        {data.slice(0, MOST).map((date) => (
          <li key={`${date.kind} ${date.id} ${date.day}`}>
            {day(date.day)}:{' '}
            {date.kind === 'qualification' ? (
              <Link to={paths.qualification({ id: date.id })}>{t('cpd:dates.qualification', { name: date.name })}</Link>
            ) : date.kind === 'audit' || date.kind === 'appeal' ? (
              <Link to={paths.audit({ id: date.id })}>{t(`cpd:dates.${date.kind}`, { name: date.name })}</Link>
            ) : date.kind === 'waiver_appeal' ? (
              <Link to={paths.waiver({ id: date.id })}>{t('cpd:dates.waiver_appeal', { name: date.name })}</Link>
            ) : (
              t(`cpd:dates.${date.kind}`, { name: date.name })
            )}
          </li>
        ))}
      </ul>
      <div>
        <Button variant="default" loading={busy} onClick={save}>
          {t('cpd:dates.calendar')}
        </Button>
      </div>
    </Section>
  )
}
