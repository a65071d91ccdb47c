import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { queries } from '../../core/queries.ts'
import { useSession } from '../../core/session.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { ConfirmButton } from '../../kit/ui/ConfirmButton.tsx'
import { showFailure, showSuccess } from '../../kit/ui/showToast.ts'
import { type Template, TemplateForm } from './TemplateForm.tsx'
import { builtInTemplates } from './templates.ts'

/** The template of `?id=`, or a new one. */
export function TemplatePage() {
  const { t } = useTranslation()
  const id = Number(useSearchParams()[0].get('id')) || 0
  const { data, error } = useQuery({
    queryKey: ['messagetemplate', id],
    queryFn: async () => (await guarded(client.read('messagetemplate', id))).data,
    enabled: id > 0,
    staleTime: 0,
  })
  const { data: builtIn, error: failed } = useQuery(builtInTemplates)
  const title = t(id ? 'messaging:templates.title' : 'messaging:templates.new')
  if (error || failed) {
    return (
      <Page title={title}>
        <Alert color="red">{sentenceOf(error ?? failed) ?? t('messaging:templates.missing')}</Alert>
      </Page>
    )
  }
  if (!builtIn || (id > 0 && !data)) return <PageLoader />
  return (
    <Page title={title} wide>
      {data ? <Edit key={data.modified_at} template={data} /> : <New key="new" />}
    </Page>
  )
}

function New() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const organisation_id = useSession((session) => session.organisation_id)!
  const save = async (template: Template) => {
    const { data } = await guarded(client.create('messagetemplate', { ...template, organisation_id }))
    await refresh('messagetemplate')
    showSuccess(t('messaging:templates.created'))
    navigate(paths.template({ id: data.id }), { replace: true })
  }
  return <TemplateForm save={save} />
}

function Edit({ template }: { template: Template & { id: number; modified_at: string } }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id, modified_at } = template
  const save = async ({ locale, subject, text }: Template) => {
    // `modified_at` makes the server reject the update if the row has changed since.
    const version = { id, modified_at }
    const { data } = await guarded(client.update('messagetemplate', { ...version, locale, subject, text }))
    queries.setQueryData(['messagetemplate', id], data)
    await refresh('messagetemplate')
    showSuccess(t('messaging:templates.saved'))
  }
  const remove = async () => {
    try {
      await guarded(client.remove('messagetemplate', id))
      showSuccess(t('messaging:templates.removed'))
      await refresh('messagetemplate')
      navigate(paths.templates())
    } catch (error) {
      showFailure(error, t('form.unreachable'))
    }
  }
  return (
    <TemplateForm
      template={template}
      save={save}
      remove={<ConfirmButton label={t('form.remove')} run={remove} dangerous />}
    />
  )
}
