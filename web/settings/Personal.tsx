import schema from 'virtual:resource/userconfig'
import { Alert, NativeSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ResourceForm } from '../forms/ResourceForm.tsx'
import { PageLoader } from '../frame/PageLoader.tsx'
import { queries } from '../queries.ts'
import type { User, UserConfig } from '../types.ts'
import { Section } from '../ui/Section.tsx'
import { sayDone, sayFailed } from '../ui/say.ts'
import { timezones } from '../ui/timezones.ts'
import type { Units } from '../ui/units.ts'
import { saveConfig } from './saveConfig.ts'
import { configOf, usePreferences } from './usePreferences.ts'

/** What counts for whoever has not saved anything yet. */
const defaults = { alert_tracker_email: true, alert_phone_email: true }

const units: Units[] = ['metric', 'imperial', 'nautical']

/** What belongs to a person in an organisation. Units and timezone count at once, alerts when they are saved. */
export function Personal({ user, organisation_id }: { user: User; organisation_id: number }) {
  const { t } = useTranslation()
  const { data, isError, isPending } = useQuery(configOf(organisation_id, user.id))
  const chosen = usePreferences()
  const save = (body: Partial<UserConfig>) => saveConfig(queries, user.id, { organisation_id, ...body })
  const change = (body: Partial<UserConfig>) =>
    save(body).then(
      () => sayDone(t('settings.saved')),
      (error) => sayFailed(error, t('form.unreachable')),
    )

  if (isError) return <Alert color="red">{t('settings.failed')}</Alert>
  if (isPending) return <PageLoader />
  return (
    <>
      <Section title={t('settings.unitsAndTimes')}>
        <NativeSelect
          label={t('settings.units')}
          maw={320}
          value={chosen.units}
          data={units.map((value) => ({ value, label: t(`settings.${value}`) }))}
          onChange={(event) => change({ units: event.currentTarget.value as Units })}
        />
        <Select
          label={t('settings.timezone')}
          maw={320}
          searchable
          allowDeselect={false}
          limit={200}
          value={chosen.timezone}
          data={timezones(chosen.timezone)}
          onChange={(timezone) => timezone && change({ timezone })}
        />
      </Section>
      <Section title={t('settings.alerts')} text={t('settings.alertsText')}>
        <ResourceForm
          resource="userconfig"
          body={schema.update!}
          row={data ?? defaults}
          fields={[
            'alert_tracker_email',
            'alert_tracker_sms',
            'alert_phone_email',
            'alert_phone_sms',
            'email_recipients',
            'phone_recipients',
          ]}
          save={async (body) => {
            await save(body)
            sayDone(t('settings.saved'))
          }}
        />
      </Section>
    </>
  )
}
