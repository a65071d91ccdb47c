import runs from 'virtual:resource/reportrun'
import schema from 'virtual:resource/reportschedule'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { List } from '../../kit/lists/List.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { RecordPage } from '../../kit/record/RecordPage.tsx'
import { queryOf, readAsked } from './useMovementReport.ts'

/** The scheduled report of `?id=` with what it has sent, or a new one: what it is asked is in the address then. */
export function SchedulePage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [params] = useSearchParams()
  const asked = readAsked(params)
  const {
    report: _r,
    organisation_id: _o,
    period: _p,
    from: _f,
    until: _u,
    ...filters
  } = { from: 0, until: 0, period: 0, ...queryOf(asked, organisation_id) }
  return (
    <RecordPage
      resource="reportschedule"
      schema={schema}
      nameOf={({ name }) => name}
      page={paths.reportSchedule}
      list={paths.reportSchedules}
      fields={[
        'name',
        'report',
        'period',
        'rhythm',
        'weekday',
        'day_of_month',
        'at',
        'email_recipients',
        'formats',
        'skips_empty',
        'active',
      ]}
      required={['name', 'report', 'rhythm', 'at', 'email_recipients']}
      defaults={{
        report: asked.kind,
        period: asked.period ?? 'last_week',
        rhythm: 'weekly',
        weekday: 'monday',
        at: '06:00',
        formats: ['xlsx'],
        active: true,
      }}
      given={{ organisation_id, filters }}
      texts={{
        title: t('tracking:schedules.title'),
        create: t('tracking:schedules.new'),
        missing: t('tracking:schedules.missing'),
      }}
      arrange={({ id }, { form, label, remove }) => (
        <>
          {form}
          <Section title={t('tracking:schedules.runs')}>
            <List
              resource="reportrun"
              schema={runs}
              filters={{ organisation_id, report_schedule_id: id }}
              columns={[
                { name: 'due_at' },
                { name: 'state' },
                { name: 'rows' },
                { name: 'reason' },
                { name: 'ended_at' },
              ]}
              nameOf={({ due_at }) => due_at}
              empty={t('tracking:schedules.noRuns')}
            />
          </Section>
          <Section title={label} apart>
            {remove}
          </Section>
        </>
      )}
    />
  )
}
