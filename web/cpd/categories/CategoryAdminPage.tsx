import schema from 'virtual:resource/devcategory'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { RecordPage } from '../../kit/record/RecordPage.tsx'
import { referenceTo } from '../../kit/reference/referenceTo.ts'

/** The category of `?id=`, or a new one. What was counted before keeps its rates and caps. */
export function CategoryAdminPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <RecordPage
      resource="devcategory"
      schema={schema}
      nameOf={({ name }) => name}
      page={paths.category}
      list={paths.categoriesAdmin}
      groups={[
        { fields: ['code', 'name', 'parent_devcategory_id', 'description', 'unit', 'evidence', 'active'] },
        {
          title: t('cpd:categories.counting'),
          level: 2,
          fields: ['credit_per_hour', 'credit_per_item', 'item_hours', 'cap', 'cap_per'],
        },
        { title: t('cpd:activities.groups.more'), level: 2, folded: true, fields: ['flags', 'position'] },
      ]}
      required={['code', 'name']}
      references={{ parent_devcategory_id: categoryReference(organisation_id) }}
      defaults={{ unit: 'hours', evidence: 'wanted', active: true, position: 0 }}
      given={{ organisation_id }}
      texts={{
        title: t('cpd:categories.title'),
        create: t('cpd:categories.new'),
        text: t('cpd:categories.formText'),
        missing: t('cpd:categories.missing'),
      }}
    />
  )
}

/** Categories have two levels: only those of the first can have others below them. */
const categoryReference = (organisation_id: number) =>
  referenceTo('devcategory', {
    organisation_id,
    toOption: ({ id, name, code }) => ({ id, label: name, detail: code }),
    offers: ({ parent_devcategory_id }) => parent_devcategory_id === null,
  })
