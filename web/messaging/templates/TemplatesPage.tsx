import schema from 'virtual:resource/messagetemplate'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { useTemplateName } from './templates.ts'

/** The organisation's own templates for mails and SMS. */
export function TemplatesPage() {
  const { t } = useTranslation()
  const named = useTemplateName()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <ListPage
      title={t('messaging:templates.title')}
      text={t('messaging:templates.text')}
      create={{ to: paths.template(), label: t('messaging:templates.new') }}
      resource="messagetemplate"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'name', show: ({ name }) => named(name) },
        { name: 'channel' },
        { name: 'locale' },
        { name: 'subject' },
        { name: 'text', hidden: true },
        { name: 'modified_at' },
      ]}
      nameOf={({ name }) => named(name)}
      open={({ id }) => paths.template({ id })}
      removable
      empty={t('messaging:templates.empty')}
    />
  )
}
