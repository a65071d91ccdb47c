import { Alert, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { ActionButton } from '../../kit/actions/ActionButton.tsx'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ActionDialog, STAY } from '../../kit/forms/ActionDialog.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'

export type Received = 'received' | 'elsewhere'

/**
 * Enters the code of an offer: first what it offers is read, then it is accepted or declined.
 * @param accepted gets the list that has the loan now
 */
export function CodeDialog({ organisation_id, accepted, close }: CodeDialogProps) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const [code, setCode] = useState('')
  const [offer, setOffer] = useState<Offer | null>(null)
  const answer = (accept: boolean) =>
    guarded(client.act('POST trackerloan/answer', { code: code.trim(), organisation_id, accept }))
  const run = async () => {
    if (!offer) {
      setOffer((await guarded(client.act('POST trackerloan/offer', { code: code.trim(), organisation_id }))).data)
      return STAY
    }
    await answer(true)
    await refresh('trackerloan')
    await refresh('remoteloan')
    accepted(offer.address ? 'elsewhere' : 'received')
    showSuccess(t('tracking:loans.accepted'))
  }
  return (
    <ActionDialog
      title={t('tracking:loans.enter')}
      text={t('tracking:loans.enterText')}
      submit={t(offer ? 'tracking:loans.accept' : 'tracking:loans.read')}
      disabled={!code.trim()}
      fields={['code']}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <>
          <TextInput
            label={t('tracking:loans.code')}
            value={code}
            error={errorOf('code')}
            maxLength={420}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget }) => {
              setCode(currentTarget.value)
              setOffer(null)
            }}
          />
          {offer && (
            <Alert color="teal" title={offer.tracker_name ?? t('tracking:loans.unnamed')}>
              <Stack gap={4} align="flex-start">
                <Text size="sm">{t('tracking:loans.from', { name: offer.lender_name })}</Text>
                {offer.address && <Text size="sm">{t('tracking:loans.at', { address: offer.address })}</Text>}
                <Text size="sm">
                  {t('tracking:loans.span', { from: moment(offer.begins_at), to: moment(offer.ends_at) })}
                </Text>
                {offer.within_area && <Text size="sm">{t('tracking:loans.within')}</Text>}
                {offer.note && <Text size="sm">{offer.note}</Text>}
                <ActionButton
                  size="compact-sm"
                  mt="xs"
                  run={() => answer(false)}
                  after={async () => close()}
                  done={t('tracking:loans.declined')}
                >
                  {t('tracking:loans.decline')}
                </ActionButton>
              </Stack>
            </Alert>
          )}
        </>
      )}
    </ActionDialog>
  )
}

type CodeDialogProps = { organisation_id: number; accepted: (list: Received) => void; close: () => void }

type Offer = {
  lender_name: string
  tracker_name: string | null
  note: string | null
  begins_at: string
  ends_at: string
  within_area: boolean
  address: string | null
}
