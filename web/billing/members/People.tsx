import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { ListFailed } from '../../kit/lists/ListNotes.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'
import { endSharing } from './actions.ts'
import { InviteDialog } from './InviteDialog.tsx'

/** Whom a membership is shared with: the payer and administrators invite and remove people. */
export function People({ subscription }: { subscription: Row<'subscription'> }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const [inviting, setInviting] = useState(false)
  const [removed, setRemoved] = useState<Row<'subscriptionmember'> | null>(null)
  const { id, organisation_id, members_most, state, is_paused } = subscription
  const { data, error, refetch } = useQuery({
    queryKey: keys.membershipPeople(id),
    queryFn: async () => {
      const query = { organisation_id, subscription_id: id, limit: 200 } as const
      return (await guarded(client.list('subscriptionmember', query))).data
    },
    enabled: members_most > 1,
    staleTime: 0,
  })
  if (members_most === 1) return null
  const open = data?.filter((one) => one.state === 'invited' || one.state === 'joined') ?? []
  const is_live = (state === 'trial' || state === 'active') && !is_paused
  const remove = async () => {
    await endSharing(removed!.id)
    showSuccess(t(removed!.state === 'invited' ? 'billing:people.withdrawn' : 'billing:people.removed'))
  }
  return (
    <Section title={t('billing:people.title')}>
      <Stack gap="sm">
        <Text size="sm">{t('billing:people.count', { taken: open.length + 1, most: members_most })}</Text>
        {error && <ListFailed reason={sentenceOf(error)} retry={refetch} />}
        {data && data.length > 0 && (
          <Table>
            <Table.Tbody>
              {data.map((one) => (
                <Table.Tr key={one.id}>
                  <Table.Td>
                    {one.person ?? one.name}
                    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                      {one.email}
                    </Text>
                    <Badge mt={4} variant="light" color={one.state === 'joined' ? 'teal' : 'gray'}>
                      {t(`billing:people.states.${one.state}`, { day: one.ended_on ? day(one.ended_on) : '' })}
                    </Badge>
                  </Table.Td>
                  <Table.Td align="right">
                    {open.includes(one) && (
                      <Button size="compact-sm" variant="default" onClick={() => setRemoved(one)}>
                        {t(one.state === 'invited' ? 'billing:people.withdraw' : 'billing:people.remove')}
                      </Button>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {is_live && open.length + 1 < members_most && (
          <Group>
            <Button variant="default" onClick={() => setInviting(true)}>
              {t('billing:people.invite')}
            </Button>
          </Group>
        )}
      </Stack>
      {inviting && <InviteDialog subscription={subscription} close={() => setInviting(false)} />}
      {removed && (
        <ActionDialog
          title={t(removed.state === 'invited' ? 'billing:people.withdrawTitle' : 'billing:people.removeTitle', {
            name: removed.person ?? removed.name,
          })}
          {...(removed.state === 'joined' && { text: t('billing:people.removeText') })}
          submit={t(removed.state === 'invited' ? 'billing:people.withdraw' : 'billing:people.remove')}
          dangerous
          run={remove}
          close={() => setRemoved(null)}
        />
      )}
    </Section>
  )
}
