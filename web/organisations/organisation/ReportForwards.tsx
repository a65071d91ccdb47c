import schema from 'virtual:resource/reportforward'
import { Button, Group, NumberInput, PasswordInput, Select, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { List } from '../../kit/lists/List.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'

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
          { name: 'host', show: ({ host, port }) => `${host}:${port}` },
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

const protocols = ['wialon', 'wialon_1'] as const

function NewForward({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [values, setValues] = useState(nothing)
  const set = (changes: Partial<typeof nothing>) => setValues((before) => ({ ...before, ...changes }))
  const errorOf = (field: string) => refusal?.field === field && refusal.message
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    await send(async () => {
      const { password, ...body } = values
      const secret = password === '' ? {} : { password }
      await guarded(client.create('reportforward', { ...body, ...secret, organisation_id }))
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
          <TextInput
            label={t('organisations:forwarding.host')}
            value={values.host}
            maxLength={253}
            required
            error={errorOf('host')}
            onChange={(event) => set({ host: event.currentTarget.value })}
          />
          <NumberInput
            label={t('organisations:forwarding.port')}
            value={values.port}
            min={1}
            max={65_535}
            allowDecimal={false}
            required
            w={110}
            error={errorOf('port')}
            onChange={(port) => set({ port: Number(port) })}
          />
          <Select
            label={t('organisations:forwarding.protocol')}
            value={values.protocol}
            data={protocols.map((value) => ({ value, label: t(`organisations:forwarding.protocols.${value}`) }))}
            allowDeselect={false}
            onChange={(protocol) => set({ protocol: protocol === 'wialon_1' ? 'wialon_1' : 'wialon' })}
          />
          <PasswordInput
            label={t('organisations:forwarding.password')}
            value={values.password}
            maxLength={100}
            autoComplete="new-password"
            miw={180}
            error={errorOf('password')}
            onChange={(event) => set({ password: event.currentTarget.value })}
          />
          <Button type="submit" loading={busy}>
            {t('organisations:forwarding.add')}
          </Button>
        </Group>
      </form>
    </Section>
  )
}

const fields = ['name', 'host', 'port', 'password']
const nothing: { name: string; host: string; port: number; protocol: 'wialon' | 'wialon_1'; password: string } = {
  name: '',
  host: '',
  port: 20_332,
  protocol: 'wialon',
  password: '',
}
