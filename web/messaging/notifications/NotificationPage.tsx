import schema from 'virtual:resource/notification'
import { Alert, Button, Group, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import type { Row } from '#api/client.ts'
import { client, guarded, post, sentenceOf } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { queries } from '../../core/queries.ts'
import type { FieldName } from '../../kit/forms/labels.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { ConfirmButton } from '../../kit/ui/ConfirmButton.tsx'
import { showFailure, showSuccess } from '../../kit/ui/showToast.ts'
import { stateOf } from './stateOf.ts'
import { useOrganisations } from './useOrganisations.ts'

const fields: FieldName<'notification'>[] = ['title', 'text', 'begins', 'expires']
const required: FieldName<'notification'>[] = ['title', 'begins']

/** The notification of `?id=`, or a new one. */
export function NotificationPage() {
  const { t } = useTranslation()
  const id = Number(useSearchParams()[0].get('id')) || 0
  const { data, error } = useQuery({
    queryKey: ['notification', id],
    queryFn: async () => (await guarded(client.read('notification', id))).data,
    enabled: id > 0,
    staleTime: 0,
  })
  if (error) {
    return (
      <Page title={t('messaging:notifications.title')}>
        <Alert color="red">{sentenceOf(error) ?? t('messaging:notifications.missing')}</Alert>
      </Page>
    )
  }
  if (id > 0 && !data) return <PageLoader />
  return (
    <Page title={data?.title ?? t('messaging:notifications.new')}>
      {data ? <Edit key={data.modified_at} notification={data} /> : <New />}
    </Page>
  )
}

function New() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const organisations = useOrganisations()
  const [audience, setAudience] = useState('')
  const [begins] = useState(() => new Date().toISOString())
  const save = async (body: object) => {
    const request = { ...body, organisation_id: Number(audience) || null } as Parameters<
      typeof client.create<'notification'>
    >[1]
    const { data } = await guarded(client.create('notification', request))
    await refresh('notification')
    showSuccess(t('messaging:notifications.created'))
    navigate(paths.notification({ id: data.id }), { replace: true })
  }
  return (
    <ResourceForm
      resource="notification"
      body={schema.create!}
      row={{ begins }}
      all
      fields={fields}
      required={required}
      submit={t('form.create')}
      save={save}
      extra={() => (
        <NativeSelect
          label={t('messaging:notifications.whom')}
          maw={320}
          value={audience}
          data={[
            { value: '', label: t('messaging:notifications.everybody') },
            ...[...organisations].map(([id, label]) => ({ value: String(id), label })),
          ]}
          onChange={(event) => setAudience(event.currentTarget.value)}
        />
      )}
    />
  )
}

function Edit({ notification }: { notification: Row<'notification'> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const organisations = useOrganisations()
  const { id, organisation_id, modified_at } = notification
  const show = async (data: Row<'notification'>) => {
    queries.setQueryData(['notification', id], data)
    await refresh('notification')
  }
  const save = async (body: object) => {
    // `modified_at` makes the server reject the update if the row has changed since.
    const version = { id, modified_at }
    const { data } = await guarded(client.update('notification', { ...body, ...version }))
    showSuccess(t('messaging:notifications.saved'))
    await show(data)
  }
  const trying = (work: Promise<unknown>) => work.catch((error) => showFailure(error, t('form.unreachable')))
  const expire = async () => {
    const { data } = await guarded(post<Row<'notification'>>('notification/expire', { id }))
    showSuccess(t('messaging:notifications.expired'))
    await show(data)
  }
  const remove = async () => {
    await guarded(client.remove('notification', id))
    showSuccess(t('messaging:notifications.removed'))
    await refresh('notification')
    navigate(paths.notifications())
  }
  const audience =
    organisation_id === null ? t('messaging:notifications.everybody') : organisations.get(organisation_id)
  const state = stateOf(notification, Date.now())
  return (
    <>
      <Section title={[t(`messaging:notifications.state.${state}`), audience].filter(Boolean).join(' · ')}>
        <ResourceForm
          resource="notification"
          body={schema.update!}
          row={notification}
          fields={fields}
          required={required}
          save={save}
        />
      </Section>
      <Group gap="sm">
        {state !== 'over' && (
          <Button variant="default" onClick={() => trying(expire())}>
            {t('messaging:notifications.expire')}
          </Button>
        )}
        <ConfirmButton label={t('form.remove')} run={() => trying(remove())} dangerous />
      </Group>
    </>
  )
}
