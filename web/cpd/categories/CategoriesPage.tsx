import schema from 'virtual:resource/devcategory'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { useManages } from '../kit/useManages.ts'

/** What activities count in, and how much; for administrators each leads to its form. */
export function CategoriesPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const administers = useManages(organisation_id)
  return (
    <ListPage
      title={t('cpd:categories.title')}
      text={t('cpd:categories.text')}
      {...(administers && {
        create: { to: paths.category(), label: t('cpd:categories.add'), whenEmpty: true as const },
        links: [{ to: paths.standards(), label: t('cpd:standards.title') }],
        open: ({ id }: { id: number }) => paths.category({ id }),
      })}
      resource="devcategory"
      schema={schema}
      filters={{ organisation_id, ...(!administers && { active: true }) }}
      columns={[
        { name: 'name' },
        { name: 'code' },
        { name: 'unit', show: ({ unit }) => choiceOf(t, unit) },
        {
          name: 'credit_per_hour',
          show: ({ credit_per_hour, credit_per_item }) =>
            credit_per_item !== null
              ? t('cpd:categories.perItem', { credit: credit_per_item })
              : t('cpd:categories.perHour', { credit: credit_per_hour ?? 1 }),
        },
        { name: 'cap', show: ({ cap, cap_per }) => (cap === null ? '' : `${cap} ${choiceOf(t, `per_${cap_per}`)}`) },
        { name: 'evidence', show: ({ evidence }) => choiceOf(t, evidence), hidden: true },
        { name: 'active', ...(!administers && { hidden: true as const }) },
      ]}
      nameOf={({ name }) => name}
      empty={t('cpd:categories.empty')}
    />
  )
}
