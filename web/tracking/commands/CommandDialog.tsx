import { Alert, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { ActionDialog, STAY } from '../../kit/forms/ActionDialog.tsx'
import { MomentField } from '../../kit/forms/MomentField.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'
import { CommandField } from './CommandField.tsx'
import { Preview } from './Preview.tsx'

/**
 * The next command, to a tracker, several or a group: what it is, what it is given, and when. To several it is checked
 * first: who takes it, and who does not and why.
 */
export function CommandDialog({ to, transports, title, close }: Props) {
  const { t } = useTranslation()
  const one = 'tracker_ids' in to && to.tracker_ids.length === 1
  const { data: catalogue, error } = useQuery({
    queryKey: keys.commandCatalogue(JSON.stringify([to, transports])),
    queryFn: async () => (await guarded(client.act('GET trackercommand/catalogue', catalogueOf(to, transports)))).data,
  })
  const [name, setName] = useState<string | null>(null)
  const [values, setValues] = useState<Values>({})
  const [text, setText] = useState('')
  const [send_at, setSendAt] = useState('')
  const [why, setWhy] = useState('')
  const [password, setPassword] = useState('')
  const [checked, setChecked] = useState<Checked | null>(null)
  if (!catalogue && !error) return <PageLoader />
  const known = catalogue ?? []
  const type = name ?? known[0]?.name ?? 'custom'
  const entry = known.find((each) => each.name === type)
  // Of a text of one's own only the server knows.
  const dangerous = entry?.dangerous || checked?.dangerous || false
  const fields = entry?.fields ?? []
  const given = Object.fromEntries(
    fields.flatMap(({ name, type }) => {
      const value = values[name] ?? (type === 'boolean' ? true : '')
      return value === '' ? [] : [[name, value]]
    }),
  )
  const body = {
    ...to,
    type: type as 'custom',
    ...(type === 'custom' ? { text } : { fields: given }),
    ...(send_at && { send_at }),
  }
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setChecked(null)
    }
  const check = async () => (await guarded(client.act('POST trackercommand/send', { ...body, dry_run: true }))).data
  const must_check = !one && checked === null
  const run = async () => {
    const found = checked ?? (one && type !== 'custom' ? null : await check())
    if (found && (must_check || (found.dangerous && !dangerous))) {
      setChecked(found)
      return STAY
    }
    const secrets = dangerous ? { why, password } : {}
    const { data } = await guarded(client.act('POST trackercommand/send', { ...body, ...secrets }))
    if (data.accepted === 0) {
      setChecked(data)
      return STAY
    }
    showSuccess(t('tracking:commands.sent', { count: data.accepted }))
    return refresh('trackercommand')
  }
  const complete =
    (type === 'custom' ? text.trim() !== '' : fields.every((field) => field.optional || field.name in given)) &&
    (must_check || !dangerous || (why.trim() !== '' && password !== ''))
  const submit = must_check
    ? t('tracking:commands.check')
    : one
      ? t('tracking:commands.sendNow')
      : t('tracking:commands.sendCount', { count: checked!.accepted })
  return (
    <ActionDialog
      title={title}
      submit={submit}
      dangerous={dangerous && !must_check}
      disabled={!complete || (checked !== null && checked.accepted === 0)}
      fields={['text', 'send_at', 'why', 'password']}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <>
          {known.length === 0 && <Alert color="gray">{t('tracking:commands.unknown')}</Alert>}
          <NativeSelect
            label={t('tracking:commands.command')}
            value={type}
            data={[...known.map((each) => each.name), 'custom'].map((value) => ({
              value,
              label: t(`tracking:commands.types.${value as 'custom'}`),
            }))}
            onChange={({ currentTarget: { value } }) => {
              setValues({})
              change(setName)(value)
            }}
          />
          {type === 'custom' && (
            <TextInput
              label={t('tracking:commands.fields.text')}
              value={text}
              maxLength={1000}
              spellCheck={false}
              autoComplete="off"
              error={errorOf('text')}
              onChange={({ currentTarget: { value } }) => change(setText)(value)}
            />
          )}
          {fields.map((field) => (
            <CommandField
              key={`${type} ${field.name}`}
              field={field}
              value={values[field.name]}
              onChange={(value) => change(setValues)({ ...values, [field.name]: value })}
            />
          ))}
          {type === 'server' && <Alert color="orange">{t('tracking:commands.moves')}</Alert>}
          <MomentField
            name="send_at"
            label={t('tracking:commands.later')}
            description={t('tracking:commands.laterText')}
            withAsterisk={false}
            error={errorOf('send_at')}
            value={send_at}
            onChange={change(setSendAt)}
          />
          {dangerous && !must_check && (
            <>
              <Alert color="red">{t('tracking:commands.dangerous')}</Alert>
              <Textarea
                label={t('tracking:commands.why')}
                value={why}
                maxLength={500}
                autosize
                error={errorOf('why')}
                onChange={({ currentTarget: { value } }) => setWhy(value)}
              />
              <PasswordInput
                label={t('tracking:commands.password')}
                value={password}
                autoComplete="current-password"
                error={errorOf('password')}
                onChange={({ currentTarget: { value } }) => setPassword(value)}
              />
            </>
          )}
          {checked && (!one || checked.accepted === 0) && <Preview {...checked} />}
        </>
      )}
    </ActionDialog>
  )
}

function catalogueOf(to: To, transports: string[] | undefined) {
  if ('group_id' in to) return to
  const [tracker_id] = to.tracker_ids
  return to.tracker_ids.length === 1 || !transports ? { tracker_id: tracker_id! } : { transports: transports.join(',') }
}

type To = { tracker_ids: number[] } | { group_id: number }
type Values = Record<string, string | number | boolean>
type Checked = Pick<DataOf<'POST trackercommand/send'>, 'accepted' | 'refused' | 'dangerous'>
type Props = {
  to: To
  /** Of several trackers: all that they may use. */
  transports?: string[]
  title: string
  close: () => void
}
