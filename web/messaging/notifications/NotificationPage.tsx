import schema from 'virtual:resource/notification'
import { Button, Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Row } from '#api/client.ts'
import { post } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { Section } from '../../kit/page/Section.tsx'
import { RecordPage } from '../../kit/record/RecordPage.tsx'
import { showRecord } from '../../kit/record/useRecord.ts'
import { stateOf } from './stateOf.ts'
import { useOrganisations } from './useOrganisations.ts'

/** The notification of `?id=`, or a new one. */
export function NotificationPage() {
  // Another one begins with nothing selected.
  return <OnePage key={useSearchParams()[0].get('id')} />
}

function OnePage() {
  const { t } = useTranslation()
  const organisations = useOrganisations()
  const [audience, setAudience] = useState('')
  const everybody = t('messaging:notifications.everybody')
  const { run } = useAction()
  const expire = ({ id }: Row<'notification'>) =>
    run(async () => {
      const { data } = await post<Row<'notification'>>('notification/expire', { id })
      await showRecord('notification', data)
    }, t('messaging:notifications.expired'))
  return (
    <RecordPage
      resource="notification"
      schema={schema}
      nameOf={({ title }) => title}
      page={paths.notification}
      list={paths.notifications}
      fields={['title', 'text', 'begins', 'expires']}
      required={['title', 'begins']}
      defaults={() => ({ begins: new Date().toISOString() })}
      given={{ organisation_id: Number(audience) || null }}
      extra={() => (
        <NativeSelect
          label={t('messaging:notifications.whom')}
          maw={320}
          value={audience}
          data={[
            { value: '', label: everybody },
            ...[...organisations].map(([id, label]) => ({ value: String(id), label })),
          ]}
          onChange={(event) => setAudience(event.currentTarget.value)}
        />
      )}
      arrange={(row, { form, remove }) => {
        const { organisation_id } = row
        const state = stateOf(row, Date.now())
        const name = organisation_id === null ? everybody : organisations.get(organisation_id)
        return (
          <>
            <Section title={[t(`messaging:notifications.state.${state}`), name].filter(Boolean).join(' · ')}>
              {form}
            </Section>
            <Group gap="sm">
              {state !== 'over' && (
                <Button variant="default" onClick={() => expire(row)}>
                  {t('messaging:notifications.expire')}
                </Button>
              )}
              {remove}
            </Group>
          </>
        )
      }}
      texts={{
        title: t('messaging:notifications.title'),
        create: t('messaging:notifications.new'),
        missing: t('messaging:notifications.missing'),
      }}
    />
  )
}
