import { Alert, Button, Group, List, Select, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { refusalOf, useSending } from '../../kit/forms/useSending.ts'
import { CardPage } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { keys } from '../keys.ts'

/** What a program may send; the rest of its address is not for the server. */
const names = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'state',
  'resource',
] as const

/** Asks a signed-in person whether an assistant may read in one of their organisations, and sends the browser back. */
export function ConsentPage() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const request = Object.fromEntries(names.flatMap((name) => (params.has(name) ? [[name, params.get(name)!]] : [])))
  // Without a client, the server would refuse the request.
  const is_asked = params.has('client_id')
  const { data, error } = useQuery({
    queryKey: keys.consent(request),
    queryFn: async () => (await guarded(client.act('GET oauth/request', request))).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    enabled: is_asked,
  })
  if (is_asked && !data && !error) return <PageLoader />
  return (
    <CardPage title={t('people:consent.title')}>
      <Stack>
        {data ? (
          <Consent asked={data} request={request} />
        ) : (
          <>
            <Title order={1} size="h4">
              {t('people:consent.wrong')}
            </Title>
            {error && <RefusalAlert refusal={refusalOf(error, t('form.unreachable'))} />}
            <Text>{t('people:consent.wrongText')}</Text>
          </>
        )}
      </Stack>
    </CardPage>
  )
}

function Consent({ asked, request }: { asked: ConsentRequest; request: Record<string, string> }) {
  const { t } = useTranslation()
  const { user, organisation_id } = useSession()
  const [chosen, setChosen] = useState(organisation_id!)
  const { busy, refusal, send } = useSending()
  const { client_name, client_host, origin, redirect_host, loopback, deny_url } = asked
  const memberships = user!.memberships
  const allow = () =>
    send(async () => {
      const { data } = await guarded(client.act('POST oauth/allow', { ...request, organisation_id: chosen }))
      location.assign(data.url)
    })
  return (
    <>
      <Title order={1} size="h4" style={{ overflowWrap: 'anywhere' }}>
        {t('people:consent.ask', { name: client_name })}
      </Title>
      <Text>{t('people:consent.as', { person: user!.display_name || user!.username })}</Text>
      {memberships.length > 1 ? (
        <Select
          label={t('people:consent.organisation')}
          allowDeselect={false}
          searchable={memberships.length > 8}
          data={memberships.map((each) => ({ value: String(each.organisation_id), label: each.organisation_name }))}
          value={String(chosen)}
          onChange={(value) => setChosen(Number(value))}
        />
      ) : (
        <Text fw={600}>{memberships[0]?.organisation_name}</Text>
      )}
      <List spacing="xs" size="sm">
        <List.Item>{t('people:consent.reads')}</List.Item>
        <List.Item>{t('people:consent.passes')}</List.Item>
        <List.Item>{t('people:consent.ends')}</List.Item>
      </List>
      <Alert color={origin === 'entered' ? 'blue' : 'yellow'} variant="light">
        <Text size="sm">{t(`people:consent.origin.${origin}`, { host: client_host ?? '' })}</Text>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {t(loopback ? 'people:consent.toProgram' : 'people:consent.to', { host: redirect_host })}
        </Text>
      </Alert>
      <RefusalAlert refusal={refusal} />
      <Group>
        <Button onClick={allow} loading={busy}>
          {t('people:consent.allow')}
        </Button>
        <Button variant="default" onClick={() => location.assign(deny_url)}>
          {t('form.cancel')}
        </Button>
      </Group>
    </>
  )
}

type ConsentRequest = {
  client_name: string
  client_host: string | null
  origin: 'entered' | 'registered' | 'document'
  redirect_host: string
  loopback: boolean
  deny_url: string
}
