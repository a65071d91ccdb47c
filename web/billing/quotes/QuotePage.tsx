import { Alert, Button, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { labelOf } from '../../kit/forms/labels.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { CardPage } from '../../kit/page/Page.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { QuoteLines } from './QuoteLines.tsx'
import classes from './Quotes.module.css'

type Shown = DataOf<'POST quote/read'>

/** A quote for the person who has its link, who accepts or declines it. Needs no account. */
export function QuotePage() {
  const { t } = useTranslation()
  const { day } = useTimes()
  // After the #, which browsers send to no server.
  const token = useLocation().hash.slice(1)
  const [quote, setQuote] = useState<Shown | null>(null)
  const { refusal, send } = useSending()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link
  useEffect(() => {
    if (token) void send(async () => setQuote((await guarded(client.act('POST quote/read', { token }))).data))
  }, [token])
  return (
    <CardPage title={t('billing:quotes.page.title')}>
      <Title order={1} size="h3" mb="md">
        {quote ? t('billing:quotes.titleOf', { number: quote.document_number }) : t('billing:quotes.page.title')}
      </Title>
      <RefusalAlert refusal={refusal} />
      {!token && <Alert color="yellow">{t('billing:quotes.page.noLink')}</Alert>}
      {quote && (
        <>
          <Facts
            facts={[
              [t('billing:quotes.page.from'), quote.organisation_name],
              [labelOf(t, 'quote', 'contact_name'), quote.contact_name],
              [labelOf(t, 'quote', 'issued_on'), day(quote.issued_on)],
              [labelOf(t, 'quote', 'valid_until'), day(quote.valid_until)],
            ]}
          />
          {quote.note && <p className={classes.text}>{quote.note}</p>}
          <QuoteLines quote={quote} />
          {quote.terms && (
            <Text size="sm" c="dimmed" className={classes.text!}>
              {quote.terms}
            </Text>
          )}
          <Answer token={token} quote={quote} show={setQuote} />
        </>
      )}
    </CardPage>
  )
}

/** The form to answer; once it is answered, how. */
function Answer({ token, quote, show }: { token: string; quote: Shown; show: (quote: Shown) => void }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const [name, setName] = useState('')
  const [note, setNote] = useState('')
  const { busy, refusal, send } = useSending()
  const { state, expired, answered_at, answered_name, gross } = quote
  if (state === 'accepted' || state === 'declined') {
    return (
      <Alert mt="md" color={state === 'accepted' ? 'teal' : 'gray'} role="status">
        {t(`billing:quotes.page.${state}`, { name: answered_name, at: answered_at && moment(answered_at) })}
      </Alert>
    )
  }
  if (expired || state !== 'sent') {
    return (
      <Alert mt="md" color="yellow" role="status">
        {t(`billing:quotes.page.${expired ? 'expired' : 'withdrawn'}`)}
      </Alert>
    )
  }
  const answer = (accept: boolean) =>
    send(async () => {
      const body = { token, accept, name: name.trim(), gross, ...(note.trim() && { note: note.trim() }) }
      show((await guarded(client.act('POST quote/answer', body))).data)
    })
  return (
    <Stack mt="lg">
      <RefusalAlert refusal={refusal} />
      <TextInput
        label={t('billing:quotes.page.name')}
        description={t('billing:quotes.page.nameText')}
        autoComplete="name"
        maxLength={200}
        withAsterisk
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Textarea
        label={t('billing:quotes.page.note')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Text size="sm">{t('billing:quotes.page.acceptText')}</Text>
      <Group gap="sm">
        <Button loading={busy} disabled={name.trim() === ''} onClick={() => answer(true)}>
          {t('billing:quotes.page.accept')}
        </Button>
        <Button variant="default" loading={busy} disabled={name.trim() === ''} onClick={() => answer(false)}>
          {t('billing:quotes.page.decline')}
        </Button>
      </Group>
    </Stack>
  )
}
