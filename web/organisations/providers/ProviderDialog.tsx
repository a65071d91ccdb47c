import { Button, Checkbox, Collapse, PasswordInput, Select, Stack, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { choiceOf } from '../../kit/forms/labels.ts'
import { refresh } from '../../kit/lists/useBulk.ts'

const roles = ['Administrator', 'Staff', 'User', 'Customer'] as const
const groups = ['administrator_groups', 'staff_groups', 'user_groups', 'customer_groups'] as const

/** A new provider, or a change of one. What was not given stays as it is: its secret is never shown. */
export function ProviderDialog({ provider, organisation_id, close }: Props) {
  const { t } = useTranslation()
  const [values, setValues] = useState<Values>(provider ?? empty)
  const [secret, setSecret] = useState('')
  const set = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }))
  const run = async () => {
    const { name, issuer, client_id, scopes, groups_claim, signs_out } = values
    const body = {
      name: name.trim(),
      issuer: issuer.trim(),
      client_id: client_id.trim(),
      scopes: scopes.trim(),
      groups_claim: groups_claim.trim(),
      signs_out,
      ...(secret && { secret }),
      ...(organisation_id !== null && rulesOf(values)),
    }
    await guarded(
      provider
        ? client.update('identityprovider', { ...body, id: provider.id })
        : client.create('identityprovider', { ...body, organisation_id }),
    )
    await refresh('identityprovider')
  }
  return (
    <ActionDialog
      title={t(provider ? 'organisations:providers.edit' : 'organisations:providers.new')}
      submit={t('form.save')}
      disabled={!values.name.trim() || !values.issuer.trim() || !values.client_id.trim()}
      fields={['name', 'issuer', 'client_id', 'secret', 'scopes', 'groups_claim', ...groups, 'default_role', 'force']}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <>
          <Basics values={values} set={set} errorOf={errorOf} />
          <PasswordInput
            label={t('organisations:providers.secret')}
            description={provider?.has_secret ? t('organisations:providers.secretHint') : undefined}
            autoComplete="new-password"
            value={secret}
            maxLength={500}
            error={errorOf('secret')}
            onChange={({ currentTarget }) => setSecret(currentTarget.value)}
          />
          <TextInput
            label={t('people:fields.identityprovider.scopes')}
            value={values.scopes}
            maxLength={500}
            autoComplete="off"
            error={errorOf('scopes')}
            onChange={({ currentTarget }) => set({ scopes: currentTarget.value })}
          />
          {organisation_id !== null && <Rules values={values} set={set} errorOf={errorOf} />}
          <Checkbox
            label={t('people:fields.identityprovider.signs_out')}
            checked={values.signs_out}
            onChange={({ currentTarget }) => set({ signs_out: currentTarget.checked })}
          />
        </>
      )}
    </ActionDialog>
  )
}

function Basics({ values, set, errorOf }: FieldsProps) {
  const { t } = useTranslation()
  const field = (name: 'name' | 'issuer' | 'client_id', maxLength: number) => ({
    label: t(`people:fields.identityprovider.${name}`),
    value: values[name],
    maxLength,
    autoComplete: 'off',
    error: errorOf(name),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => set({ [name]: currentTarget.value }),
  })
  return (
    <>
      <TextInput {...field('name', 100)} description={t('organisations:providers.nameHint')} data-autofocus />
      <TextInput
        {...field('issuer', 500)}
        description={t('organisations:providers.issuerHint')}
        placeholder="https://"
      />
      <TextInput {...field('client_id', 500)} />
    </>
  )
}

/** Whom it makes a member, with which role. */
function Rules({ values, set, errorOf }: FieldsProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(groups.some((name) => values[name].length > 0))
  return (
    <>
      <Select
        label={t('people:fields.identityprovider.default_role')}
        description={t('organisations:providers.roleHint')}
        data={roles.map((value) => ({ value, label: choiceOf(t, value) }))}
        value={values.default_role}
        clearable
        clearButtonProps={{ 'aria-label': t('form.none') }}
        error={errorOf('default_role')}
        onChange={(value) => set({ default_role: value as Values['default_role'] })}
      />
      <Button variant="subtle" size="compact-sm" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('organisations:providers.groups')}
      </Button>
      <Collapse expanded={open}>
        <Stack>
          <TextInput
            label={t('people:fields.identityprovider.groups_claim')}
            value={values.groups_claim}
            maxLength={100}
            autoComplete="off"
            error={errorOf('groups_claim')}
            onChange={({ currentTarget }) => set({ groups_claim: currentTarget.value })}
          />
          {groups.map((name) => (
            <TagsInput
              key={name}
              label={t(`people:fields.identityprovider.${name}`)}
              value={values[name]}
              maxTags={50}
              error={errorOf(name)}
              onChange={(value) => set({ [name]: value })}
            />
          ))}
        </Stack>
      </Collapse>
      <Checkbox
        label={t('people:fields.identityprovider.creates_accounts')}
        checked={values.creates_accounts}
        onChange={({ currentTarget }) => set({ creates_accounts: currentTarget.checked })}
      />
      <Checkbox
        label={t('people:fields.identityprovider.force')}
        description={t('organisations:providers.forceHint')}
        checked={values.force}
        error={errorOf('force')}
        onChange={({ currentTarget }) => set({ force: currentTarget.checked })}
      />
    </>
  )
}

function rulesOf({ default_role, creates_accounts, force, ...values }: Values) {
  const { administrator_groups, staff_groups, user_groups, customer_groups } = values
  return { default_role, creates_accounts, force, administrator_groups, staff_groups, user_groups, customer_groups }
}

const empty: Values = {
  name: '',
  issuer: '',
  client_id: '',
  scopes: 'openid email profile',
  groups_claim: 'groups',
  administrator_groups: [],
  staff_groups: [],
  user_groups: [],
  customer_groups: [],
  default_role: null,
  creates_accounts: false,
  force: false,
  signs_out: false,
}

type Values = Pick<
  Row<'identityprovider'>,
  | 'name'
  | 'issuer'
  | 'client_id'
  | 'scopes'
  | 'groups_claim'
  | (typeof groups)[number]
  | 'default_role'
  | 'creates_accounts'
  | 'force'
  | 'signs_out'
>
type Props = { provider: Row<'identityprovider'> | null; organisation_id: number | null; close: () => void }
type FieldsProps = {
  values: Values
  set: (changes: Partial<Values>) => void
  errorOf: (name: string) => string | undefined
}
