import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { keys } from '../keys.ts'
import { Notice } from '../kit/Notice.tsx'

/** What waits for the person as a supervisor, with the lists of it. Nothing where nothing waits. */
export function Waiting({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const of = {
    waiting: [
      'devplan',
      'devactivity',
      'procedure',
      'devform',
      'devfeedback',
      'cpdrotation',
      'cpdassessment',
      'userrelationship',
    ] as const,
  }
  const counts = useQueries({
    queries: of.waiting.map((resource) => ({
      queryKey: keys.waiting(resource, organisation_id),
      queryFn: async () =>
        (await guarded(client.list(resource, { organisation_id, waiting: true, limit: 1 } as never))).info.total,
      staleTime: 0,
    })),
  })
  const lists = {
    devplan: paths.plans({ of: 'waiting' }),
    devactivity: paths.activities({ of: 'waiting' }),
    procedure: paths.procedures({ of: 'waiting' }),
    devform: paths.forms({ of: 'waiting' }),
    devfeedback: paths.feedbackRounds({ of: 'waiting' }),
    cpdassessment: paths.assessments({ of: 'waiting' }),
    cpdrotation: paths.rotations({ of: 'waiting' }),
    userrelationship: paths.relationships({ state: 'requested' }),
  }
  const shown = of.waiting.flatMap((resource, index) => {
    const count = counts[index]?.data ?? 0
    return count > 0 ? [{ resource, count }] : []
  })
  if (shown.length === 0) return null
  return (
    <Notice tone="attention" title={t('cpd:dashboard.waiting')}>
      <ul style={{ margin: 0, paddingInlineStart: 20 }}>
        {shown.map(({ resource, count }) => (
          <li key={resource}>
            <Link to={lists[resource]}>{t(`cpd:dashboard.waitingFor.${resource}`, { count })}</Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
