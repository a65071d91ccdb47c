import { Alert, Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { MomentField } from '../../kit/forms/MomentField.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { CommandField } from './CommandField.tsx'
import { Preview } from './Preview.tsx'
import { SavedChoice, SaveFields } from './SaveFields.tsx'
import { type CommandForm, type Recipients, useCommandForm } from './useCommandForm.ts'

/**
 * The next command, to a tracker, several or a group: what it is, what it is given, and when. To several it is checked
 * first: who takes it, and who does not and why.
 */
export function CommandDialog({ title, close, ...to }: Props) {
  const { t } = useTranslation()
  const form = useCommandForm(to)
  if (form.is_loading) return <PageLoader />
  const { checked, is_dangerous, must_check, one } = form
  const submit = form.repeats
    ? t('form.save')
    : must_check
      ? t('tracking:commands.check')
      : one
        ? t('tracking:commands.sendNow')
        : t('tracking:commands.sendCount', { count: checked!.accepted })
  return (
    <ActionDialog
      title={title}
      submit={submit}
      dangerous={is_dangerous && !must_check && !form.repeats}
      disabled={!form.is_complete}
      fields={['text', 'by_sms', 'send_at', 'why', 'password', 'name', 'weekdays', 'at']}
      run={form.run}
      close={close}
    >
      {(errorOf) => (
        <>
          <SavedChoice form={form} />
          <What form={form} errorOf={errorOf} />
          {!form.repeats && (
            <MomentField
              name="send_at"
              label={t('tracking:commands.later')}
              description={t('tracking:commands.laterText')}
              withAsterisk={false}
              error={errorOf('send_at')}
              value={form.values.send_at}
              onChange={(send_at) => form.set({ send_at })}
            />
          )}
          <SaveFields form={form} errorOf={errorOf} />
          {checked && !form.repeats && (!one || checked.accepted === 0) && <Preview {...checked} />}
          {is_dangerous && !must_check && !form.repeats && <Proof form={form} errorOf={errorOf} />}
        </>
      )}
    </ActionDialog>
  )
}

/** The command, and what it is given. */
function What({ form, errorOf }: Part) {
  const { t } = useTranslation()
  const { catalogue, type, fields, values } = form
  return (
    <>
      {catalogue.length === 0 && <Alert color="gray">{t('tracking:commands.unknown')}</Alert>}
      <NativeSelect
        label={t('tracking:commands.command')}
        value={type}
        data={[...catalogue.map(({ name }) => name), 'custom'].map((value) => ({
          value,
          label: t(`tracking:commands.types.${value as 'custom'}`),
        }))}
        onChange={({ currentTarget }) => form.set({ type: currentTarget.value, fields: {} })}
      />
      {type === 'custom' && (
        <TextInput
          label={t('tracking:commands.fields.text')}
          value={values.text}
          maxLength={1000}
          spellCheck={false}
          autoComplete="off"
          error={errorOf('text')}
          onChange={({ currentTarget }) => form.set({ text: currentTarget.value })}
        />
      )}
      {type === 'custom' && form.by_sms && (
        <Checkbox
          label={t('tracking:commands.bySms')}
          description={t('tracking:commands.bySmsText')}
          checked={values.by_sms}
          error={errorOf('by_sms')}
          onChange={({ currentTarget }) => form.set({ by_sms: currentTarget.checked })}
        />
      )}
      {fields.map((field) => (
        <CommandField
          key={`${type} ${field.name}`}
          field={field}
          value={values.fields[field.name]}
          onChange={(value) => form.set({ fields: { ...values.fields, [field.name]: value } })}
        />
      ))}
      {type === 'server' && <Alert color="orange">{t('tracking:commands.moves')}</Alert>}
    </>
  )
}

/** What a command that may stop a vehicle needs. */
function Proof({ form, errorOf }: Part) {
  const { t } = useTranslation()
  const { why, password } = form.values
  return (
    <>
      <Alert color="red">{t('tracking:commands.dangerous')}</Alert>
      <Textarea
        label={t('tracking:commands.why')}
        value={why}
        maxLength={500}
        autosize
        error={errorOf('why')}
        onChange={({ currentTarget }) => form.prove({ why: currentTarget.value })}
      />
      <PasswordInput
        label={t('tracking:commands.password')}
        value={password}
        autoComplete="current-password"
        error={errorOf('password')}
        onChange={({ currentTarget }) => form.prove({ password: currentTarget.value })}
      />
    </>
  )
}

type Part = { form: CommandForm; errorOf: (name: string) => string | undefined }
type Props = Recipients & { title: string; close: () => void }
