import { Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { CheckboxList } from '../../kit/forms/CheckboxList.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { GroupsField } from '../webhooks/GroupsField.tsx'
import { textKeys, types, type WebhookType } from '../webhooks/types.ts'

/** What each service asks for; the second ones may stay empty. */
const fields = {
  ntfy: [['topic'], ['server', 'token']],
  gotify: [['server', 'token'], []],
  telegram: [['token', 'chat'], ['server']],
  pushover: [['token', 'user'], []],
  slack: [['url'], []],
  teams: [['url'], []],
  discord: [['url'], []],
  matrix: [['server', 'room', 'token'], []],
  http: [['url'], ['headers', 'body']],
} as const satisfies Record<Preset, readonly [readonly Field[], readonly Field[]]>

/** A new channel, or a change of one. Where it goes is not shown again: it is given as a whole, or stays. */
export function ChannelDialog({ channel, organisation_id, close }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState(channel?.name ?? '')
  const [preset, setPreset] = useState<Preset>(channel?.preset ?? 'ntfy')
  const [values, setValues] = useState<Partial<Record<Field, string>>>({})
  const [chosen, setChosen] = useState<string[]>(channel?.types ?? ['alert.raised'])
  const [groups, setGroups] = useState<string[]>((channel?.group_ids ?? []).map(String))
  const [needs, may]: readonly [readonly Field[], readonly Field[]] = fields[preset]
  const given = Object.fromEntries(
    [...needs, ...may].flatMap((field) => (values[field]?.trim() ? [[field, values[field].trim()]] : [])),
  )
  const stays = channel !== null && Object.keys(given).length === 0
  const run = async () => {
    const body = { name: name.trim(), types: chosen as WebhookType[], group_ids: groups.map(Number), ...given }
    await guarded(
      channel
        ? client.update('notifychannel', { ...body, id: channel.id })
        : client.create('notifychannel', { ...body, preset, organisation_id }),
    )
    await refresh('notifychannel')
  }
  return (
    <ActionDialog
      title={t(channel ? 'organisations:webhooks.edit' : 'organisations:channels.new')}
      submit={t(channel ? 'form.save' : 'organisations:webhooks.create')}
      disabled={!name.trim() || chosen.length === 0 || (!stays && needs.some((field) => !given[field]))}
      fields={['name', 'types', 'group_ids', ...needs, ...may]}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <>
          <Select
            label={t('organisations:fields.notifychannel.preset')}
            data={presets.map((value) => ({ value, label: t(`organisations:channels.presets.${value}`) }))}
            value={preset}
            disabled={channel !== null}
            allowDeselect={false}
            onChange={(value) => value && setPreset(value as Preset)}
          />
          <TextInput
            label={t('organisations:fields.notifychannel.name')}
            value={name}
            maxLength={100}
            autoComplete="off"
            data-autofocus
            error={errorOf('name')}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Values
            preset={preset}
            values={values}
            hint={stays ? t('organisations:channels.stays') : undefined}
            errorOf={errorOf}
            set={(field, value) => setValues((before) => ({ ...before, [field]: value }))}
          />
          <CheckboxList
            label={t('organisations:fields.notifychannel.types')}
            choices={types.map((value) => ({ value, label: t(`organisations:webhooks.types.${textKeys[value]}`) }))}
            value={chosen}
            onChange={setChosen}
            error={errorOf('types')}
          />
          <GroupsField
            organisation_id={organisation_id}
            value={groups}
            error={errorOf('group_ids')}
            onChange={setGroups}
          />
        </>
      )}
    </ActionDialog>
  )
}

/** What the service asks for. */
function Values({ preset, values, hint, errorOf, set }: ValuesProps) {
  const { t } = useTranslation()
  const [needs, may]: readonly [readonly Field[], readonly Field[]] = fields[preset]
  return [...needs, ...may].map((field) => (
    <Value
      key={field}
      field={field}
      label={t(`organisations:channels.${may.includes(field) ? 'optional' : 'needed'}`, {
        field: t(`organisations:channels.fields.${field}`),
      })}
      hint={field === needs[0] ? hint : undefined}
      value={values[field] ?? ''}
      error={errorOf(field)}
      set={(value) => set(field, value)}
    />
  ))
}

function Value({ field, label, hint, value, error, set }: ValueProps) {
  const { t } = useTranslation()
  const shared = { label, value, error, autoComplete: 'off', spellCheck: false }
  if (field === 'headers' || field === 'body') {
    return (
      <Textarea
        {...shared}
        description={t(`organisations:channels.hints.${field}`)}
        autosize
        minRows={2}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      {...shared}
      description={hint}
      placeholder={field === 'url' || field === 'server' ? 'https://' : undefined}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  )
}

type Preset = Row<'notifychannel'>['preset']
type Field = 'server' | 'url' | 'topic' | 'token' | 'user' | 'chat' | 'room' | 'headers' | 'body'
const presets = Object.keys(fields) as Preset[]

type Props = { channel: Row<'notifychannel'> | null; organisation_id: number; close: () => void }
type ValuesProps = {
  preset: Preset
  values: Partial<Record<Field, string>>
  hint: string | undefined
  errorOf: (name: string) => string | undefined
  set: (field: Field, value: string) => void
}
type ValueProps = {
  field: Field
  label: string
  hint: string | undefined
  value: string
  error: string | undefined
  set: (value: string) => void
}
