import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { PersonTemplatePage } from './PersonTemplatePage.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import { builtInTemplates } from './templates.ts'

/** The template of `?id=`, or a new one: for messages that people write with `?kind=person`. */
export function TemplatePage() {
  const [params] = useSearchParams()
  const { data: template } = useRecord('messagetemplate')
  const isForPeople = template ? template.kind === 'person' : params.get('kind') === 'person'
  return isForPeople ? <PersonTemplatePage /> : <SystemTemplatePage />
}

function SystemTemplatePage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { id, data: template, error } = useRecord('messagetemplate')
  const builtIn = useQuery(builtInTemplates)
  const { create, update, remove } = useRecordActions('messagetemplate', {
    page: paths.template,
    list: paths.templates,
    texts: { removed: t('messaging:templates.removed') },
  })
  const loaded = builtIn.data && (id === null ? null : template)
  return (
    <Loaded
      query={{ data: loaded, error: error ?? builtIn.error }}
      title={t(id ? 'messaging:templates.title' : 'messaging:templates.new')}
      missing={t('messaging:templates.missing')}
    >
      {(template) =>
        template ? (
          <Page title={t('messaging:templates.title')} width="record">
            <TemplateForm
              key={`${template.id} ${template.modified_at}`}
              template={template}
              save={({ locale, subject, text }) => update(template, { locale, subject, text })}
              remove={<ConfirmButton label={t('form.remove')} run={() => remove(template.id)} dangerous />}
            />
          </Page>
        ) : (
          <Page title={t('messaging:templates.new')} width="record">
            <TemplateForm key="new" save={(template) => create({ ...template, organisation_id })} />
          </Page>
        )
      }
    </Loaded>
  )
}
