import { Alert, Button, Checkbox, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { ActionDialog, STAY } from '../../kit/forms/ActionDialog.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { monthOf } from '../cardMonth.ts'
import { keys } from '../keys.ts'
import cards from '../providers/Providers.module.css'
import classes from './OwnCard.module.css'

/** The card that pays one's renewals: stored at Stripe after a mandate, removed at once. */
export function OwnCard() {
  const { t } = useTranslation()
  const { user, organisation_id } = useSession()
  const [dialog, setDialog] = useState<'store' | 'remove' | null>(null)
  const close = () => setDialog(null)
  useReturn()
  const { data: card } = useQuery({
    queryKey: keys.ownCard(organisation_id!),
    queryFn: async () => {
      const query = { organisation_id: organisation_id!, user_id: user!.id, state: 'active', limit: 1 } as const
      return (await guarded(client.list('storedcard', query))).data[0] ?? null
    },
    staleTime: 0,
  })
  const { data: mandate } = useQuery({
    queryKey: keys.mandate(organisation_id!),
    queryFn: async () =>
      (await guarded(client.act('GET storedcard/mandate', { organisation_id: organisation_id! }))).data,
  })
  const remove = async () => {
    await guarded(client.act('POST storedcard/remove', { id: card!.id }))
    await refresh('storedcard')
    showSuccess(t('billing:card.removed'))
  }
  // Without a card, and where none is taken, there is nothing to say.
  if (card === undefined || mandate === undefined || (card === null && !mandate.is_possible)) return null
  return (
    <Section title={t('billing:card.title')}>
      <div className={cards.card}>
        {card ? (
          <>
            <Text>
              <b>{t('billing:card.ending', { brand: card.brand, last4: card.last4 })}</b>{' '}
              <Text span c="dimmed">
                {t('billing:card.expires', { month: monthOf(card) })}
              </Text>
            </Text>
            {!mandate.is_possible && <Alert color="gray">{t('billing:card.notUsed')}</Alert>}
          </>
        ) : (
          <Text>{t('billing:card.none')}</Text>
        )}
        <Group gap="sm">
          {mandate.is_possible && (
            <Button variant="default" onClick={() => setDialog('store')}>
              {t(card ? 'billing:card.replace' : 'billing:card.store')}
            </Button>
          )}
          {card && (
            <Button variant="default" onClick={() => setDialog('remove')}>
              {t('billing:card.remove')}
            </Button>
          )}
        </Group>
      </div>
      {dialog === 'store' && <StoreDialog mandate={mandate} organisation_id={organisation_id!} close={close} />}
      {dialog === 'remove' && (
        <ActionDialog
          title={t('billing:card.removeTitle')}
          text={t('billing:card.removeText')}
          submit={t('billing:card.remove')}
          dangerous
          run={remove}
          close={close}
        />
      )}
    </Section>
  )
}

function StoreDialog({ mandate, organisation_id, close }: StoreProps) {
  const { t } = useTranslation()
  const [agreed, setAgreed] = useState(false)
  const run = async () => {
    const body = { organisation_id, mandate_version: mandate.version }
    location.assign((await guarded(client.act('POST storedcard/setup', body))).data.url)
    return STAY
  }
  return (
    <ActionDialog
      title={t('billing:card.store')}
      text={t('billing:card.storeText')}
      submit={t('billing:card.toStripe')}
      disabled={!agreed}
      run={run}
      close={close}
    >
      <Text className={classes.mandate} id="mandate">
        {mandate.text}
      </Text>
      <Checkbox
        label={t('billing:card.agree')}
        aria-describedby="mandate"
        checked={agreed}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
      />
    </ActionDialog>
  )
}

/** Back from Stripe, the card is there before Stripe's notification may be. */
function useReturn(): void {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const id = Number(params.get('card'))
  useEffect(() => {
    if (!(id > 0)) return
    setParams({}, { replace: true })
    guarded(client.act('POST storedcard/confirm', { id }))
      .then(({ data }) => data.state === 'active' && showSuccess(t('billing:card.stored')))
      .catch(() => {})
      .finally(() => refresh('storedcard'))
  }, [id, setParams, t])
}

type StoreProps = { mandate: { version: number; text: string }; organisation_id: number; close: () => void }
