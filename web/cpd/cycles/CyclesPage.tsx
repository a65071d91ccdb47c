import schema from 'virtual:resource/devcycle'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { useManages } from '../kit/useManages.ts'

/** The cycles of the organisation; for administrators each leads to its form. */
export function CyclesPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const administers = useManages(organisation_id)
  return (
    <ListPage
      title={t('cpd:cycles.title')}
      text={t('cpd:cycles.text')}
      {...(administers && {
        create: { to: paths.cycle(), label: t('cpd:cycles.add'), whenEmpty: true as const },
        links: [
          { to: paths.standards(), label: t('cpd:standards.title') },
          { to: paths.categoriesAdmin(), label: t('cpd:categories.title') },
        ],
        open: ({ id }: { id: number }) => paths.cycle({ id }),
      })}
      resource="devcycle"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'name' },
        { name: 'start' },
        { name: 'end' },
        { name: 'length', show: ({ length }) => t('cpd:cycles.months', { count: length }) },
        { name: 'state', show: ({ state }) => choiceOf(t, state) },
        { name: 'shared_goals' },
        { name: 'expired_at', hidden: true },
      ]}
      nameOf={({ name }) => name}
      empty={t('cpd:cycles.empty')}
    />
  )
}
