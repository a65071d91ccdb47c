import type { TFunction } from 'i18next'
import { choiceOf } from '../../kit/forms/labels.ts'
import type { AccountField } from './AccountForm.tsx'

/** A box for each organisation that added or invited the reader. */
export function offerFields(offers: Offer[], isTicked: (offer: Offer) => boolean, t: TFunction): AccountField[] {
  return offers.map((offer) => ({
    name: `join_${offer.id}`,
    type: 'agree',
    label: t('people:registerToken.join', { name: offer.name, role: choiceOf(t, offer.role_name) }),
    description: descriptionOf(offer, t),
    optional: true,
    value: String(isTicked(offer)),
  }))
}

export const selectedOffers = (offers: Offer[], values: Record<string, unknown>) =>
  offers.map(({ id }) => id).filter((id) => values[`join_${id}`])

function descriptionOf({ added, inviter }: Offer, t: TFunction): string {
  const by =
    added || !inviter
      ? t(`people:registerToken.${added ? 'added' : 'invited'}`)
      : t('people:registerToken.invitedBy', { inviter })
  return `${by} ${t('people:registerToken.managed')}`
}

/** `added`: the organisation created the account; else it has invited the address. */
export type Offer = { id: number; name: string; role_name: string; added: boolean; inviter: string | null }
