import schema from 'virtual:resource/messagetemplate'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { withTitles } from '../../kit/forms/schema.ts'
import { RecordPage } from '../../kit/record/RecordPage.tsx'

/** A template for messages that people write. */
export function PersonTemplatePage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const channel = (name: string) => t(`messaging:templates.sentAs.${name as 'email' | 'sms'}`)
  return (
    <RecordPage
      resource="messagetemplate"
      schema={withTitles(schema, { channel })}
      nameOf={({ name }) => name}
      page={paths.template}
      list={() => paths.templates({ tab: 'person' })}
      fields={['name', 'subject', 'text', 'channel']}
      required={['name', 'text']}
      defaults={{ channel: 'email' }}
      given={{ organisation_id, kind: 'person' }}
      texts={{
        title: t('messaging:templates.title'),
        create: t('messaging:templates.new'),
        text: t('messaging:templates.personText'),
        missing: t('messaging:templates.missing'),
      }}
    />
  )
}
