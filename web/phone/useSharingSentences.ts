import { useSession } from '../stores/session.ts'
import { type Sharing, useSharing } from '../stores/sharing.ts'
import { usePhoneWords } from './words.ts'

/** How sharing goes, in a sentence, and what else is to be known. */
export function useSharingSentences(): { sentence: string; note: string | null } {
  const { t } = usePhoneWords()
  const sharing = useSharing()
  const { user, organisation_id } = useSession()
  const id = sharing.wanted?.organisation_id ?? organisation_id
  const organisation = user?.memberships.find((each) => each.organisation_id === id)?.organisation_name ?? ''
  return { sentence: sentenceOf(sharing, t, organisation), note: noteOf(sharing, t) }
}

function sentenceOf({ status, ended, resting, blind, kept, every_s }: Sharing, t: Words, organisation: string): string {
  if (ended !== null) return endOf(ended, t)
  if (status === 'off') return t('hint', { organisation })
  if (blind && status !== 'elsewhere') return t('blind')
  if (status === 'connecting' || (status === 'live' && every_s === null)) return t('connecting')
  if (status === 'elsewhere') return t('elsewhere')
  if (resting === 'off') return t('off')
  if (status === 'lost') return t('lost', { count: kept })
  if (kept > 1) return t('sending', { count: kept })
  if (resting === 'still') return t('still')
  return t('live', { count: every_s ?? 0 })
}

function noteOf({ status, dropped }: Sharing, t: Words): string | null {
  if (dropped > 0) return t('dropped', { count: dropped })
  return status === 'off' || status === 'elsewhere' ? null : t('awake')
}

/** The gateway's reasons name the field that is wrong, which says nothing to people. */
function endOf(reason: string, t: Words): string {
  if (reason === 'storage') return t('ended.storage')
  if (/deleted|switched off/.test(reason)) return t('ended.tracker')
  if (/no member/.test(reason)) return t('ended.member')
  return t('ended.other', { reason: reason.replace(/^\w+: /, '').replace(/\.$/, '') })
}

type Words = ReturnType<typeof usePhoneWords>['t']
