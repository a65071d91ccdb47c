import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { myPlansOf } from '../dashboard/plans.ts'

const MOST = 4

/** The person's newest plans besides the one that is shown, with those of closed cycles. */
export function OtherPlans({ organisation_id, shown = null }: { organisation_id: number; shown?: number | null }) {
  const { t } = useTranslation()
  const user_id = useSession(({ user }) => user!.id)
  const { data: plans = [] } = useQuery(myPlansOf(organisation_id, user_id))
  return plans
    .filter(({ id }) => id !== shown)
    .slice(0, MOST)
    .map(({ id, cycle, result }) => (
      <Text key={id} mb="sm">
        <Link to={paths.plan({ id })}>{t(result === null ? 'cpd:plan.other' : 'cpd:plan.otherClosed', { cycle })}</Link>
      </Text>
    ))
}
