import schema from 'virtual:resource/remindermessage'
import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import type { CreateBody, Row, UpdateBody } from '#api/client.ts'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { queries } from '../../core/queries.ts'
import { useSession } from '../../core/session.ts'
import type { FieldName } from '../../kit/forms/labels.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { ConfirmButton } from '../../kit/ui/ConfirmButton.tsx'
import { showFailure, showSuccess } from '../../kit/ui/showToast.ts'

const fields: FieldName<'remindermessage'>[] = ['subject', 'text', 'role_name', 'next_at', 'repeats', 'active']
const required: FieldName<'remindermessage'>[] = ['subject', 'text', 'next_at']

/** The reminder of `?id=`, or a new one. */
export function ReminderPage() {
  const { t } = useTranslation()
  const id = Number(useSearchParams()[0].get('id')) || 0
  const { data, error } = useQuery({
    queryKey: ['remindermessage', id],
    queryFn: async () => (await guarded(client.read('remindermessage', id))).data,
    enabled: id > 0,
    staleTime: 0,
  })
  if (error) {
    return (
      <Page title={t('messaging:reminders.title')}>
        <Alert color="red">{sentenceOf(error) ?? t('messaging:reminders.missing')}</Alert>
      </Page>
    )
  }
  if (id > 0 && !data) return <PageLoader />
  return (
    <Page title={data?.subject ?? t('messaging:reminders.new')}>
      <Text c="dimmed" mb="md">
        {t('messaging:reminders.timezone')}
      </Text>
      {data ? <Edit key={data.modified_at} reminder={data} /> : <New />}
    </Page>
  )
}

function New() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const organisation_id = useSession((session) => session.organisation_id)!
  const save = async (body: CreateBody<'remindermessage'>) => {
    const { data } = await guarded(client.create('remindermessage', { ...body, organisation_id }))
    await refresh('remindermessage')
    showSuccess(t('messaging:reminders.created'))
    navigate(paths.reminder({ id: data.id }), { replace: true })
  }
  return (
    <ResourceForm
      resource="remindermessage"
      body={schema.create!}
      row={{ repeats: 'never', active: true }}
      all
      fields={fields}
      required={required}
      submit={t('form.create')}
      save={save}
    />
  )
}

function Edit({ reminder }: { reminder: Row<'remindermessage'> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id, modified_at } = reminder
  const save = async (body: UpdateBody<'remindermessage'>) => {
    // `modified_at` makes the server reject the update if the row has changed since.
    const version = { id, modified_at }
    const { data } = await guarded(client.update('remindermessage', { ...body, ...version }))
    queries.setQueryData(['remindermessage', id], data)
    await refresh('remindermessage')
    showSuccess(t('messaging:reminders.saved'))
  }
  const remove = async () => {
    try {
      await guarded(client.remove('remindermessage', id))
      showSuccess(t('messaging:reminders.removed'))
      await refresh('remindermessage')
      navigate(paths.reminders())
    } catch (error) {
      showFailure(error, t('form.unreachable'))
    }
  }
  return (
    <>
      <ResourceForm
        resource="remindermessage"
        body={schema.update!}
        row={reminder}
        fields={fields}
        required={required}
        save={save}
      />
      <Section title={t('form.remove')} apart>
        <ConfirmButton label={t('form.remove')} run={remove} dangerous />
      </Section>
    </>
  )
}
