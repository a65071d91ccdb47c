import schema from 'virtual:resource/proximityrule'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useDispatches } from '../../core/useAdministers.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { useSides } from './useSides.ts'

/** The proximity rules of an organisation. */
export function RulesPage() {
  const { t } = useTranslation()
  const sides = useSides()
  const organisation_id = useSession((session) => session.organisation_id)!
  const dispatches = useDispatches(organisation_id)
  return (
    <ListPage
      title={t('tracking:proximity.title')}
      text={t('tracking:proximity.text')}
      {...(dispatches && {
        create: { to: paths.proximityRule(), label: t('tracking:proximity.new'), whenEmpty: true },
      })}
      resource="proximityrule"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'name', show: ({ name, active }) => (active ? name : `${name} (${t('tracking:proximity.off')})`) },
        { name: 'tracker_name', show: (rule) => sides.one(rule) },
        { name: 'relation', show: ({ relation }) => choiceOf(t, relation) },
        { name: 'distance_m', end: true },
        { name: 'other_tracker_name', show: (rule) => sides.other(rule) },
        { name: 'hold_s', hidden: true },
        { name: 'note', hidden: true },
      ]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.proximityRule({ id })}
      removable={dispatches}
      empty={t('tracking:proximity.none')}
    />
  )
}
