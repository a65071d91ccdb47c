import schema from 'virtual:resource/emaildomain'
import { Badge, Button, Group, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { Copyable } from '../../kit/copy/Copyable.tsx'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { List } from '../../kit/lists/List.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'

/** The domains of an organisation's addresses, and what their name servers have to show. */
export function Domains({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  return (
    <Section title={t('organisations:domains.title')} text={t('organisations:domains.text')}>
      <NewDomain organisation_id={organisation_id} />
      <List
        resource="emaildomain"
        schema={schema}
        filters={{ organisation_id }}
        columns={[
          { name: 'domain' },
          {
            name: 'verified_at',
            show: ({ verified_at }) => (
              <Badge color={verified_at ? 'teal' : 'yellow'}>
                {t(`organisations:domains.${verified_at ? 'verified' : 'waiting'}`)}
              </Badge>
            ),
          },
          { name: 'created_at' },
        ]}
        nameOf={({ domain }) => domain}
        bulk={[
          {
            label: t('organisations:domains.verify'),
            single: true,
            fits: ({ verified_at }) => verified_at === null,
            dialog: ([row], close) => <Verify row={row!} close={close} />,
          },
        ]}
        removable
        empty={t('organisations:domains.none')}
      />
    </Section>
  )
}

function NewDomain({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [domain, setDomain] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await send(async () => {
      await guarded(client.create('emaildomain', { organisation_id, domain }))
      setDomain('')
      await refresh('emaildomain')
    })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-end" wrap="wrap">
        <TextInput
          label={t('people:fields.emaildomain.domain')}
          placeholder="example.com"
          value={domain}
          maxLength={253}
          autoComplete="off"
          autoCapitalize="none"
          error={refusal?.message}
          onChange={({ currentTarget }) => setDomain(currentTarget.value)}
        />
        <Button type="submit" loading={busy} disabled={!domain.trim()}>
          {t('organisations:domains.add')}
        </Button>
      </Group>
    </form>
  )
}

function Verify({ row, close }: { row: Row<'emaildomain'>; close: () => void }) {
  const { t } = useTranslation()
  const platform_admin = useSession((session) => session.user?.platform_admin)
  const verify = async (without_record: boolean) => {
    const { message } = await guarded(client.act('POST emaildomain/verify', { id: row.id, without_record }))
    showSuccess(message!)
    await refresh('emaildomain')
  }
  return (
    <ActionDialog
      title={t('organisations:domains.verifyOf', { domain: row.domain })}
      text={t('organisations:domains.verifyText')}
      submit={t('organisations:domains.check')}
      run={() => verify(false)}
      close={close}
    >
      {(['record', 'value'] as const).map((name) => (
        <div key={name}>
          <Text size="sm">{t(`organisations:domains.${name}`)}</Text>
          <Copyable
            what={t(`organisations:domains.${name}What`)}
            text={name === 'record' ? row.record_name : row.record_text}
          />
        </div>
      ))}
      {platform_admin && (
        <Button variant="subtle" onClick={() => verify(true).then(close)}>
          {t('organisations:domains.without')}
        </Button>
      )}
    </ActionDialog>
  )
}
