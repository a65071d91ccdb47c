import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { showRecord, useRecord } from '../../kit/record/useRecord.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'
import { contactsOf, refdataOf } from '../kit/queries.ts'
import type { Answers } from './answers.ts'
import { FillForm } from './FillForm.tsx'

/** The draft of `?id=`, or a new form by the template of `?template=`; without it, the templates to choose from. */
export function FormEditPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [params] = useSearchParams()
  const [template_id, rotation_id] = [Number(params.get('template')), Number(params.get('rotation'))]
  const record = useRecord('devform', { once: true })
  const { data: refdata } = useQuery(refdataOf(organisation_id))
  if (record.id !== null) {
    return (
      <Loaded query={record} title={t('cpd:forms.title')} missing={t('cpd:forms.missing')}>
        {(form) => <Stored key={form.id} form={form} />}
      </Loaded>
    )
  }
  if (!refdata) return <PageLoader />
  const template = refdata.templates.find(({ id }) => id === template_id)
  if (template && rotation_id) return <OfRotation key={template.id} template={template} id={rotation_id} />
  if (template) return <NewForm key={template.id} template={template} />
  return (
    <Page title={t('cpd:forms.choose')}>
      {refdata.templates.length === 0 ? (
        <Text c="dimmed">{t('cpd:forms.noTemplates')}</Text>
      ) : (
        <ul>
          {refdata.templates.map(({ id, name, version }) => (
            <li key={id}>
              <Link to={paths.formEdit({ template: id })}>{name}</Link>{' '}
              <Text span size="sm" c="dimmed">
                {t('cpd:forms.version', { version })}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

function Stored({ form }: { form: Row<'devform'> }) {
  const { t } = useTranslation()
  const { id, organisation_id, user_id, fields, answers, template } = form
  const submitted = useSubmitted()
  const save = async (answers: Answers) => {
    const { data } = await guarded(client.update('devform', { id, answers }))
    await showRecord('devform', data)
  }
  return (
    <Page title={template}>
      <FillForm
        fields={fields}
        of={{ organisation_id, user_id }}
        answers={answers}
        save={async (answers) => {
          await save(answers)
          showSuccess(t('cpd:forms.saved'))
        }}
        submit={async (answers) => {
          await save(answers)
          await submitted(id)
        }}
      />
    </Page>
  )
}

/** The assessment of a rotation, about its person, who may be accompanied by another by now. */
function OfRotation({ template, id }: { template: Row<'devformtemplate'>; id: number }) {
  const { t } = useTranslation()
  const { data: rotation, isError } = useQuery({
    queryKey: keys.rotation(id),
    queryFn: async () => (await guarded(client.read('cpdrotation', id))).data,
  })
  if (isError) {
    return (
      <Page title={template.name}>
        <Text c="dimmed">{t('cpd:rotations.missing')}</Text>
      </Page>
    )
  }
  return rotation ? <NewForm template={template} rotation={rotation} /> : <PageLoader />
}

function NewForm({ template, rotation }: { template: Row<'devformtemplate'>; rotation?: Row<'cpdrotation'> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { organisation_id, user } = useSession()
  const { data: contacts } = useQuery(contactsOf(organisation_id!))
  const about_self = template.filled_by === 'self'
  const people = [...new Map((contacts?.trainees ?? []).map((person) => [person.user_id, person.name]))]
  const [chosen, setChosen] = useState<number | null>(null)
  const submitted = useSubmitted()
  const user_id = rotation?.user_id ?? (about_self ? user!.id : (chosen ?? people[0]?.[0] ?? 0))
  const create = async (answers: Answers) => {
    const of_rotation = rotation && { cpd_rotation_id: rotation.id }
    const body = { devformtemplate_id: template.id, user_id, answers, ...of_rotation }
    const { data } = await guarded(client.create('devform', body))
    return data
  }
  if (!rotation && !about_self && contacts && people.length === 0) {
    return (
      <Page title={template.name}>
        <Text c="dimmed">{t('cpd:forms.noPeople')}</Text>
      </Page>
    )
  }
  return (
    <Page title={template.name}>
      {rotation && (
        <Text mb="md" c="dimmed">
          {[rotation.person, rotation.place, rotation.specialty].filter(Boolean).join(', ')}
        </Text>
      )}
      {!rotation && !about_self && (
        <NativeSelect
          label={t('cpd:forms.about')}
          maw={320}
          mb="md"
          data={people.map(([id, name]) => ({ value: String(id), label: name }))}
          value={String(user_id)}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        />
      )}
      <FillForm
        fields={template.fields}
        of={{ organisation_id: organisation_id!, user_id }}
        answers={{}}
        save={async (answers) => {
          const { id } = await create(answers)
          await refresh('devform')
          showSuccess(t('cpd:forms.saved'))
          navigate(paths.formEdit({ id }), { replace: true })
        }}
        submit={async (answers) => submitted((await create(answers)).id)}
      />
    </Page>
  )
}

/** Submits a form and opens the list: the writer of an anonymous one does not see it any more. */
function useSubmitted() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return async (id: number) => {
    await guarded(client.act('POST devform/submit', { id }))
    await refresh('devform')
    showSuccess(t('cpd:forms.submitted'))
    navigate(paths.forms())
  }
}
