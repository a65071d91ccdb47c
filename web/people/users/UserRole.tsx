import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { useFeatures } from '../../core/rights.ts'
import { useSession } from '../../core/session.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { Section } from '../../kit/page/Section.tsx'
import { keys } from '../keys.ts'
import { GroupsOfMember } from './GroupsOfMember.tsx'
import { billingRoles, cpdRoles } from './roles.ts'
import { choiceValue, chosenOf, useRoleChoices } from './useRoleChoices.ts'

/** A user's role in the current organisation, and in others that the viewer administers. */
export function UserRole({ user: { id: user_id, memberships } }: { user: Row<'user'> }) {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const queryKey = keys.membership(organisation_id, user_id)
  const { data } = useQuery({
    queryKey,
    queryFn: async () => (await guarded(client.list('membership', { organisation_id, user_id }))).data[0] ?? null,
    staleTime: 0,
  })
  const { run } = useAction({ changes: ['membership'], after: () => queries.invalidateQueries({ queryKey }) })
  const choices = useRoleChoices(organisation_id)
  const changeRole = (value: string) =>
    run(() => client.update('membership', { id: data!.id, ...chosenOf(value) }), t('people:user.roleSaved'))
  const features = useFeatures()
  const changeOffice = (office: Pick<Partial<Row<'membership'>>, 'cpd_role' | 'billing_role'>) =>
    run(
      () => client.update('membership', { id: data!.id, role_name: data!.role_name, ...office }),
      t('people:user.roleSaved'),
    )
  // Not before one is chosen.
  const changeGroups = (group_ids: number[] | null) =>
    group_ids?.length !== 0 &&
    run(
      () => client.update('membership', { id: data!.id, role_name: data!.role_name, group_ids }),
      t('people:user.roleSaved'),
    )
  if (data === undefined) return null
  const others = memberships
    .filter((each) => each.organisation_id !== organisation_id)
    .map((each) => t('people:user.alsoIn', { role: choiceOf(t, each.role_name), organisation: each.organisation_name }))
  return (
    <Section title={t('people:user.role')} text={t('people:user.roleText')}>
      {data ? (
        <NativeSelect
          aria-label={t('people:user.role')}
          maw={320}
          value={choiceValue(data)}
          data={choices}
          onChange={(event) => changeRole(event.currentTarget.value)}
        />
      ) : (
        <Text size="sm">{t('people:user.notMember')}</Text>
      )}
      {data?.role_name === 'Staff' && (
        <GroupsOfMember organisation_id={organisation_id} value={data.group_ids} onChange={changeGroups} />
      )}
      {data && features.includes('cpd') && data.role_name !== 'Administrator' && (
        <Office
          label={t('people:user.cpdRole')}
          text={t('people:user.cpdRoleText')}
          value={data.cpd_role}
          choices={cpdRoles.map((value) => ({ value, label: t(`people:user.cpdRoles.${value}`) }))}
          onChange={(cpd_role) => changeOffice({ cpd_role })}
        />
      )}
      {data && features.includes('billing') && data.role_name !== 'Administrator' && (
        <Office
          label={t('people:user.billingRole')}
          text={t('people:user.billingRoleText')}
          value={data.billing_role}
          choices={billingRoles.map((value) => ({ value, label: t(`people:user.billingRoles.${value}`) }))}
          onChange={(billing_role) => changeOffice({ billing_role })}
        />
      )}
      {others.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('people:user.also', { memberships: others.join(', ') })}
        </Text>
      )}
    </Section>
  )
}

/** What a member does in a product besides their role. */
function Office<Role extends string>({ label, text, value, choices, onChange }: OfficeProps<Role>) {
  const { t } = useTranslation()
  return (
    <NativeSelect
      mt="sm"
      maw={320}
      label={label}
      description={text}
      value={value ?? ''}
      data={[{ value: '', label: t('people:user.cpdRoles.none') }, ...choices]}
      onChange={(event) => onChange((event.currentTarget.value || null) as Role | null)}
    />
  )
}

type OfficeProps<Role extends string> = {
  label: string
  text: string
  value: Role | null
  choices: { value: Role; label: string }[]
  onChange: (value: Role | null) => void
}
