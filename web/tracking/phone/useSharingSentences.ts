import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { type Sharing, useSharing } from './sharing.ts'

/** The status of sharing as a sentence, with an additional note. */
export function useSharingSentences(): { sentence: string; note: string | null } {
  const { t } = useTranslation()
  const sharing = useSharing()
  const { user, organisation_id } = useSession()
  const id = sharing.request?.organisation_id ?? organisation_id
  const organisation = user?.memberships.find((each) => each.organisation_id === id)?.organisation_name ?? ''
  return { sentence: sentenceOf(sharing, t, organisation), note: noteOf(sharing, t) }
}

function sentenceOf(
  { status, ended, resting, blind, kept, every_s }: Sharing,
  t: TFunction,
  organisation: string,
): string {
  if (ended !== null) return endOf(ended, t)
  if (status === 'off') return t('tracking:phone.hint', { organisation })
  if (blind && status !== 'elsewhere') return t('tracking:phone.blind')
  if (status === 'connecting' || (status === 'live' && every_s === null)) return t('tracking:phone.connecting')
  if (status === 'elsewhere') return t('tracking:phone.elsewhere')
  if (resting === 'off') return t('tracking:phone.off')
  if (status === 'lost') return t('tracking:phone.lost', { count: kept })
  if (kept > 1) return t('tracking:phone.sending', { count: kept })
  if (resting === 'still') return t('tracking:phone.still')
  return t('tracking:phone.live', { count: every_s ?? 0 })
}

function noteOf({ status, dropped }: Sharing, t: TFunction): string | null {
  if (dropped > 0) return t('tracking:phone.dropped', { count: dropped })
  return status === 'off' || status === 'elsewhere' ? null : t('tracking:phone.awake')
}

/** The gateway's errors name fields, which means nothing to users. */
function endOf(reason: string, t: TFunction): string {
  if (reason === 'storage') return t('tracking:phone.ended.storage')
  if (/deleted|switched off/.test(reason)) return t('tracking:phone.ended.tracker')
  if (/no member/.test(reason)) return t('tracking:phone.ended.member')
  return t('tracking:phone.ended.other', { reason: reason.replace(/^\w+: /, '').replace(/\.$/, '') })
}
