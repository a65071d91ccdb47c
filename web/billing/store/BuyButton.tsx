import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { addDays } from '#api/billing/money/days.ts'
import { paths } from '../../core/paths.ts'
import { chooseOrganisation, restore, useSession } from '../../core/session.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { toMoney } from '../../kit/format/money.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { dayOf } from '../../kit/format/zoned.ts'
import { ActionDialog, STAY } from '../../kit/forms/ActionDialog.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { DiscountField } from './DiscountField.tsx'
import { type StoreProduct, subscribe } from './store.ts'
import { useCode } from './useCode.ts'
import { useFirst } from './useFirst.ts'
import { useInstalments } from './useInstalments.ts'

/** Subscribes to a product, after saying what that costs and when. Who is no member becomes one by it. */
export function BuyButton({ product, organisation_id }: { product: StoreProduct; organisation_id: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { timezone } = usePreferences()
  const { day } = useTimes()
  const [asked, setAsked] = useState(false)
  const { id, name, gross, currency, period, trial_days } = product
  const sayFirst = useFirst()
  const inParts = useInstalments()
  const trial = product.trial_available && trial_days > 0
  const code = useCode(product, trial)
  const { typed, offer } = code
  const first_gross = offer?.first.gross ?? product.first?.gross ?? gross
  const amount = toMoney(first_gross, currency)
  const once = period === 'none'
  const text =
    first_gross === 0 && offer
      ? t('billing:store.confirmFree')
      : trial
        ? t('billing:store.confirmTrial', { amount, day: day(addDays(dayOf(Date.now(), timezone), trial_days)) })
        : t(once ? 'billing:store.confirmOnce' : 'billing:store.confirmText', { amount })
  const run = async () => {
    if (typed && !offer) {
      await code.apply()
      return STAY
    }
    await subscribe(id, { trial, first_gross, discount_code: offer?.discount_code })
    const { user } = useSession.getState()
    if (!user?.memberships.some((each) => each.organisation_id === organisation_id)) {
      // The membership of the organisation has begun with it.
      await restore()
    }
    chooseOrganisation(organisation_id)
    showSuccess(t(once ? 'billing:store.bought' : 'billing:store.done', { name }))
    navigate(paths.myMembership())
  }
  return (
    <>
      <Button onClick={() => setAsked(true)}>{t(once ? 'billing:store.buy' : 'billing:store.subscribe')}</Button>
      {asked && (
        <ActionDialog
          title={t(once ? 'billing:store.confirmBuy' : 'billing:store.confirm', { name })}
          text={[
            text,
            !offer && sayFirst(product),
            product.instalments > 1 && first_gross > 0 && inParts(product, offer?.first.gross),
          ]
            .filter(Boolean)
            .join(' ')}
          submit={t(once ? 'billing:store.buyNow' : 'billing:store.subscribeNow')}
          run={run}
          close={() => setAsked(false)}
        >
          {gross > 0 && <DiscountField {...code} />}
        </ActionDialog>
      )}
    </>
  )
}
