import { Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { ListFailed } from '../../kit/lists/ListNotes.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'
import classes from './Bank.module.css'
import { LineCard } from './LineCard.tsx'
import type { Choice, Part, Suggested } from './suggested.ts'

/** What confirming a line changes. */
export const booksOf = [
  'bankline',
  'bankstatement',
  'invoice',
  'providerpayout',
  'transaction',
  'subscription',
  'invoicing/contact',
]

/** A match that is as good as certain is ticked beforehand. */
const SURE = 80
/** As many as the server answers at once. */
const MOST = 100

/** The open lines of the bank with what each may be for, confirmed in one pass. */
export function ToConfirm({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const [after, setAfter] = useState(0)
  const [choices, setChoices] = useState<Record<number, Choice>>({})
  const { busy, refusal, send } = useSending()
  const { data, error, refetch } = useQuery({
    queryKey: keys.bankMatches(organisation_id, after),
    queryFn: async () => {
      const of = { organisation_id, ...(after > 0 && { after }) }
      return (await guarded(client.act('GET banklines/matches', of))).data
    },
    staleTime: 0,
  })
  if (error) return <ListFailed reason={sentenceOf(error)} retry={() => void refetch()} />
  if (!data) return <Skeleton h={240} aria-hidden />
  const choiceOf = (suggested: Suggested) => choices[suggested.line.id] ?? firstChoice(suggested)
  const chosen = data.flatMap((suggested) => {
    const { ticked, parts } = choiceOf(suggested)
    return ticked && parts.length > 0 ? { id: suggested.line.id, parts: parts.map(toSend) } : []
  })
  const confirm = () =>
    send(async () => {
      const answer = await guarded(client.act('POST bankline/confirm', { lines: chosen }))
      showSuccess(t('billing:bank.confirmed', { count: answer.data.confirmed }))
      await Promise.all(booksOf.map(refresh))
    })
  return (
    <div>
      <Text c="dimmed" size="sm" mb="sm">
        {t('billing:bank.text')}
      </Text>
      {data.length === 0 ? (
        <Alert variant="light" color="gray">
          {t('billing:bank.empty')}
        </Alert>
      ) : (
        <>
          <div className={classes.bar}>
            <Button loading={busy} disabled={chosen.length === 0} onClick={confirm}>
              {t('billing:bank.confirm', { count: chosen.length })}
            </Button>
          </div>
          <RefusalAlert refusal={refusal} />
          <ul className={classes.lines}>
            {data.map((suggested) => (
              <LineCard
                key={suggested.line.id}
                suggested={suggested}
                choice={choiceOf(suggested)}
                change={(choice) => setChoices({ ...choices, [suggested.line.id]: choice })}
              />
            ))}
          </ul>
        </>
      )}
      <Group mt="md">
        {data.length === MOST && (
          <Button variant="default" onClick={() => setAfter(data[MOST - 1]!.line.id)}>
            {t('billing:bank.later')}
          </Button>
        )}
        {after > 0 && (
          <Button variant="default" onClick={() => setAfter(0)}>
            {t('billing:bank.earlier')}
          </Button>
        )}
      </Group>
    </div>
  )
}

function firstChoice({ matches: [best] }: Suggested): Choice {
  return { ticked: (best?.confidence ?? 0) >= SURE, parts: best?.parts ?? [] }
}

function toSend({ payout_id, invoice_id, contact_id, amount, document_amount }: Part) {
  if (payout_id !== null) return { payout_id, amount }
  if (invoice_id === null) return { contact_id: contact_id ?? 0, amount }
  return { invoice_id, amount, ...(document_amount !== null && { document_amount }) }
}
