import schema from 'virtual:resource/devformtemplate'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'

/** The form templates of the organisation, each version a row. */
export function TemplatesPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <ListPage
      title={t('cpd:templates.title')}
      text={t('cpd:templates.text')}
      create={{ to: paths.formTemplate(), label: t('cpd:templates.add'), whenEmpty: true }}
      resource="devformtemplate"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'name' },
        { name: 'version' },
        { name: 'state', show: ({ state }) => choiceOf(t, state) },
        { name: 'filled_by', show: ({ filled_by }) => t(`cpd:templates.by.${filled_by}`) },
        { name: 'forms' },
        { name: 'modified_at', hidden: true },
      ]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.formTemplate({ id })}
      empty={t('cpd:templates.empty')}
    />
  )
}
