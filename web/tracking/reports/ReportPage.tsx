import schema from 'virtual:resource/reportconfig'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers, useMayChange } from '../../core/useAdministers.ts'
import { choiceOf, labelOf } from '../../kit/forms/labels.ts'
import { Section } from '../../kit/page/Section.tsx'
import { RecordPage } from '../../kit/record/RecordPage.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { memberReference } from '../../people/members/memberReference.ts'
import { filtersOf, viewOf } from './views.ts'

/** The saved report of `?id=`: its name and whose it is; its filters are those of the list that it opens. */
export function ReportPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const administers = useAdministers(organisation_id)
  const mayChange = useMayChange(organisation_id)
  return (
    <RecordPage
      resource="reportconfig"
      schema={schema}
      nameOf={({ name }) => name}
      page={paths.report}
      list={paths.reports}
      fields={administers ? ['name', 'report', 'owner_user_id'] : ['name', 'report']}
      required={['name', 'report']}
      references={{
        owner_user_id: { ...memberReference(organisation_id), texts: { none: t('tracking:locations.everybody') } },
      }}
      defaults={{ report: 'trackers' }}
      given={{ organisation_id }}
      texts={{
        title: t('tracking:reports.title'),
        create: t('tracking:reports.new'),
        missing: t('tracking:reports.missing'),
        created: t('tracking:reports.created'),
      }}
      arrange={(report, { form, label, remove }) => (
        <>
          <About report={report} />
          {mayChange(report) && (
            <>
              {form}
              <Section title={label} apart>
                {remove}
              </Section>
            </>
          )}
        </>
      )}
    />
  )
}

function About({ report }: { report: Row<'reportconfig'> }) {
  const { t } = useTranslation()
  const list = choiceOf(t, report.report)
  return (
    <Section>
      <Facts
        facts={[
          [labelOf(t, 'reportconfig', 'report'), list],
          [labelOf(t, 'reportconfig', 'query'), filtersOf(report.query) || t('tracking:reports.noFilters')],
        ]}
      />
      <div>
        <Button component={Link} to={viewOf(report)}>
          {t('tracking:reports.open', { list })}
        </Button>
      </div>
    </Section>
  )
}
