import schema from 'virtual:resource/devformtemplate'
import { Badge, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { CreateBody, Row, UpdateBody } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { choiceOf, doneOf } from '../../kit/forms/labels.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { RemoveSection } from '../../kit/record/RemoveSection.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { updateRecord, useRecordActions } from '../../kit/record/useRecordActions.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { stateColour } from '../kit/states.ts'
import { ApprovedBy } from './ApprovedBy.tsx'
import { type Edited, editedOf, fieldsOf } from './edited.ts'
import { FieldsEditor } from './FieldsEditor.tsx'
import { Preview } from './Preview.tsx'

/** The form template of `?id=`, or a new one. What was published never changes: a new version begins as its copy. */
export function TemplatePage() {
  const { t } = useTranslation()
  const record = useRecord('devformtemplate')
  if (record.id === null) {
    return (
      <Page title={t('cpd:templates.new')}>
        <TemplateForm />
      </Page>
    )
  }
  return (
    <Loaded query={record} title={t('cpd:templates.title')} missing={t('cpd:templates.missing')}>
      {(template) => <Shown key={template.id} template={template} />}
    </Loaded>
  )
}

function Shown({ template }: { template: Row<'devformtemplate'> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { remove } = useRecordActions('devformtemplate', { page: paths.formTemplate, list: paths.formTemplates })
  const { id, name, version, state, fields, modified_at, organisation_id, filled_by, forms } = template
  const { run } = useAction({ changes: ['devcategory'] })
  const setState = (to: 'published' | 'withdrawn') => () =>
    run(() => updateRecord('devformtemplate', template, { state: to }), t(`cpd:templates.${to}`))
  const copy = () =>
    run(async () => {
      const { credit_devcategory_id, credit_hours } = template
      const { colleagues_approved_by } = template
      const credit = { credit_devcategory_id, credit_hours }
      const body = { organisation_id, name, fields, filled_by, colleagues_approved_by, ...credit }
      const { data } = await client.create('devformtemplate', body)
      await refresh('devformtemplate')
      navigate(paths.formTemplate({ id: data.id }))
    })
  return (
    <Page
      title={name}
      actions={
        state === 'draft' ? (
          <Button disabled={fields.length === 0} onClick={setState('published')}>
            {t('cpd:templates.publish')}
          </Button>
        ) : (
          <>
            {state === 'published' && (
              <Button variant="default" onClick={setState('withdrawn')}>
                {t('cpd:templates.withdraw')}
              </Button>
            )}
            <Button onClick={copy}>{t('cpd:templates.newVersion')}</Button>
          </>
        )
      }
    >
      <Group gap="sm" mb="md">
        <Badge variant="light" color={stateColour(state)}>
          {choiceOf(t, state)}
        </Badge>
        {t('cpd:forms.version', { version })}
      </Group>
      {state === 'draft' && <TemplateForm key={modified_at} stored={template} />}
      {filled_by === 'anonymous' && state !== 'withdrawn' && <ApprovedBy template={template} />}
      <Preview key={`preview ${modified_at}`} fields={fields} />
      {forms === 0 && <RemoveSection run={() => remove(id)} />}
    </Page>
  )
}

function TemplateForm({ stored }: { stored?: Row<'devformtemplate'> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [fields, setFields] = useState<Edited[]>(() => editedOf(stored?.fields ?? []))
  const changed = JSON.stringify(fieldsOf(fields)) !== JSON.stringify(fieldsOf(editedOf(stored?.fields ?? [])))
  async function save(body: Partial<CreateBody<'devformtemplate'>>) {
    const more = changed && { fields: fieldsOf(fields) }
    if (stored) {
      await updateRecord('devformtemplate', stored, { ...(body as UpdateBody<'devformtemplate'>), ...more })
      showSuccess(doneOf(t, 'devformtemplate', 'saved'))
      return
    }
    const made = { ...(body as CreateBody<'devformtemplate'>), ...more, organisation_id }
    const { data } = await guarded(client.create('devformtemplate', made))
    await refresh('devformtemplate')
    showSuccess(doneOf(t, 'devformtemplate', 'saved'))
    navigate(paths.formTemplate({ id: data.id }), { replace: true })
  }
  return (
    <ResourceForm
      resource="devformtemplate"
      body={stored ? schema.update! : schema.create!}
      row={stored ?? { filled_by: 'self' }}
      all={!stored as true}
      changed={changed}
      // A template keeps its name: versions count by it.
      fields={stored ? ['filled_by'] : ['name', 'filled_by']}
      required={stored ? [] : ['name']}
      extra={() => <FieldsEditor fields={fields} onChange={setFields} />}
      submit={stored ? t('form.save') : t('form.create')}
      save={save as never}
    />
  )
}
