import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CommandForm } from './useCommandForm.ts'
import { useCommandText } from './useCommandText.ts'
import { WeeklyFields } from './WeeklyFields.tsx'

/** The commands that were saved, of those that the device takes. */
export function SavedChoice({ form }: { form: CommandForm }) {
  const { t } = useTranslation()
  const { commandText } = useCommandText()
  if (form.saved.length === 0) return null
  return (
    <NativeSelect
      label={t('tracking:commands.saved.choose')}
      value=""
      data={[
        { value: '', label: t('tracking:commands.saved.none') },
        ...form.saved.map((each) => ({ value: String(each.id), label: `${each.name}: ${commandText(each)}` })),
      ]}
      onChange={({ currentTarget }) => form.fill(Number(currentTarget.value))}
    />
  )
}

/** A name, with which a command is kept, and the days on which it is then given by itself. */
export function SaveFields({ form, errorOf }: Props) {
  const { t } = useTranslation()
  const { kept } = form
  const { name, weekly, weekdays, at } = kept.values
  if (!kept.may_save) return null
  return (
    <>
      <TextInput
        label={t('tracking:commands.saved.name')}
        description={t('tracking:commands.saved.nameText')}
        value={name}
        maxLength={100}
        autoComplete="off"
        error={errorOf('name')}
        onChange={({ currentTarget }) => kept.set({ name: currentTarget.value })}
      />
      {kept.is_named && form.may_repeat && (
        <Switch
          label={t('tracking:commands.saved.weekly')}
          description={t('tracking:commands.saved.weeklyText')}
          checked={weekly}
          onChange={({ currentTarget }) => kept.set({ weekly: currentTarget.checked })}
        />
      )}
      {form.repeats && <WeeklyFields weekdays={weekdays} at={at} onChange={kept.set} errorOf={errorOf} />}
    </>
  )
}

type Props = { form: CommandForm; errorOf: (name: string) => string | undefined }
