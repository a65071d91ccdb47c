import { Alert, Button, FileButton, Group, List, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { addressesIn, MOST_AT_ONCE } from './addresses.ts'
import { chosenOf, useRoleChoices } from './useRoleChoices.ts'

/** Characters of a file that are read. */
const MOST_TEXT = 1_000_000

/** Invites all addresses of a list or a file, one by one; says which were refused and why. */
export function InviteMany({ organisation_id, close }: { organisation_id: number; close: () => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [role, setRole] = useState('User')
  const choices = useRoleChoices(organisation_id)
  const [done, setDone] = useState<number | null>(null)
  const [refused, setRefused] = useState<Refusal[]>([])
  const addresses = addressesIn(text)
  const invite = async () => {
    const failed: Refusal[] = []
    setRefused([])
    for (const [i, email] of addresses.entries()) {
      setDone(i)
      try {
        await guarded(client.create('invitation', { organisation_id, email, ...chosenOf(role) }))
      } catch (error) {
        failed.push({ email, reason: sentenceOf(error) ?? t('form.unreachable') })
      }
    }
    await refresh('invitation')
    setDone(null)
    setRefused(failed)
    setText(failed.map(({ email }) => email).join('\n'))
    if (failed.length < addresses.length) {
      showSuccess(t('people:users.invitedMany', { count: addresses.length - failed.length }))
    }
    if (failed.length === 0) close()
  }
  return (
    <Stack>
      <Textarea
        label={t('people:users.addresses')}
        description={t('people:users.addressesText', { count: MOST_AT_ONCE })}
        autosize
        minRows={4}
        maxRows={12}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="space-between">
        <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={(file) => file && read(file)}>
          {(props) => (
            <Button variant="subtle" size="compact-sm" {...props}>
              {t('people:users.fromFile')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed" role="status">
          {done === null
            ? t('people:users.found', { count: addresses.length })
            : t('people:users.inviting', { done, count: addresses.length })}
        </Text>
      </Group>
      <NativeSelect
        label={t('people:fields.invitation.role_name')}
        value={role}
        data={choices}
        onChange={(event) => setRole(event.currentTarget.value)}
      />
      {refused.length > 0 && <Refused refused={refused} />}
      <Button
        loading={done !== null}
        disabled={addresses.length === 0 || addresses.length > MOST_AT_ONCE}
        onClick={invite}
      >
        {t('people:users.inviteMany', { count: addresses.length })}
      </Button>
    </Stack>
  )

  async function read(file: File) {
    setText((await file.slice(0, MOST_TEXT).text()).slice(0, MOST_TEXT))
  }
}

function Refused({ refused }: { refused: Refusal[] }) {
  const { t } = useTranslation()
  return (
    <Alert color="red" title={t('people:users.refused', { count: refused.length })}>
      <List size="sm">
        {refused.map(({ email, reason }) => (
          <List.Item key={email}>
            {email}: {reason}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

type Refusal = { email: string; reason: string }
