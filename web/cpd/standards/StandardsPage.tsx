import schema from 'virtual:resource/cpdstandard'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'

/** What authorities require: built in, and of the organisation. */
export function StandardsPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      title={t('cpd:standards.title')}
      text={t('cpd:standards.text')}
      resource="cpdstandard"
      schema={schema}
      columns={[
        { name: 'name' },
        { name: 'authority' },
        { name: 'version' },
        { name: 'cycle_months', show: ({ cycle_months }) => t('cpd:cycles.months', { count: cycle_months }) },
        { name: 'unit', show: ({ unit }) => choiceOf(t, unit) },
        { name: 'checked_on' },
        {
          name: 'organisation_id',
          show: ({ organisation_id }) => t(organisation_id === null ? 'cpd:standards.builtIn' : 'cpd:standards.own'),
        },
      ]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.standard({ id })}
    />
  )
}
