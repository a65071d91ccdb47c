import schema from 'virtual:resource/reportforward'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { List } from '../../kit/lists/List.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { bodyOf, ForwardTarget, nothing, type Values } from './ForwardTarget.tsx'

/** Lists where the organisation's reports are forwarded to, with what was sent, and adds a place. */
export function ReportForwards({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const turn =
    (active: boolean) =>
    ({ id }: { id: number }) =>
      client.update('reportforward', { id, active })
  return (
    <>
      <NewForward organisation_id={organisation_id} />
      <List
        resource="reportforward"
        schema={schema}
        filters={{ organisation_id }}
        columns={[
          { name: 'name' },
          { name: 'host', show: ({ host, port, url }) => url ?? `${host}:${port}` },
          {
            name: 'protocol',
            show: ({ protocol, preset }) => t(`organisations:forwarding.receivers.${preset ?? protocol}`),
          },
          { name: 'active' },
          { name: 'sent' },
          { name: 'waiting' },
          { name: 'dropped' },
          { name: 'last_sent_at' },
          {
            name: 'last_error',
            show: ({ last_error }) => last_error && <Text c="var(--mantine-color-error)">{last_error}</Text>,
          },
        ]}
        nameOf={({ name }) => name}
        bulk={[
          { label: t('organisations:forwarding.on'), run: turn(true) },
          { label: t('organisations:forwarding.off'), run: turn(false) },
        ]}
        removable
        empty={t('organisations:forwarding.none')}
      />
    </>
  )
}

function NewForward({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [values, setValues] = useState(nothing)
  const set = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }))
  const errorOf = (field: string) => refusal?.field === field && refusal.message
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    await send(async () => {
      await guarded(client.create('reportforward', { ...bodyOf(values), organisation_id }))
      showSuccess(t('organisations:forwarding.added'))
      setValues(nothing)
      await refresh('reportforward')
    })
  }
  return (
    <Section title={t('organisations:forwarding.title')} text={t('organisations:forwarding.text')}>
      <form onSubmit={submit}>
        {!fields.some((field) => field === refusal?.field) && <RefusalAlert refusal={refusal} />}
        <Group align="flex-end" wrap="wrap">
          <TextInput
            label={t('organisations:forwarding.name')}
            value={values.name}
            maxLength={100}
            required
            error={errorOf('name')}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <ForwardTarget values={values} set={set} errorOf={errorOf} />
          <Button type="submit" loading={busy}>
            {t('organisations:forwarding.add')}
          </Button>
        </Group>
      </form>
    </Section>
  )
}

const fields = ['name', 'host', 'port', 'url', 'username', 'topic', 'password']
