import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { cyclesOf } from '../cycles/queries.ts'
import { Notice } from '../kit/Notice.tsx'
import { contactsOf } from '../kit/queries.ts'
import { useManages } from '../kit/useManages.ts'

/** Notice for a person without an open cycle. Supervisors and administrators get a link to the cycles of others. */
export function NoCycle({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const administers = useManages(organisation_id)
  const { data: cycles, isPending } = useQuery(cyclesOf(organisation_id))
  const { data: contacts, isPending: waits } = useQuery(contactsOf(organisation_id))
  if (isPending || waits) return null
  const is_open = cycles?.some(({ state }) => state === 'open')
  if (!is_open) return <Notice tone="info">{t('cpd:dashboard.noCycle')}</Notice>
  const accompanies = administers || (contacts?.trainees.length ?? 0) > 0
  const seen = t(administers ? 'cpd:dashboard.seeAll' : 'cpd:dashboard.seeOthers')
  return (
    <Notice tone="info">
      {t('cpd:dashboard.forOthers')} {accompanies && <Link to={paths.matrix()}>{seen}</Link>}
    </Notice>
  )
}
