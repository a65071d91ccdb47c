import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { cyclesOf } from '../cycles/queries.ts'
import { keys } from '../keys.ts'
import { Notice } from '../kit/Notice.tsx'
import { matrixOf } from '../matrix/queries.ts'

/** People who are named; the matrix has the others. */
const MOST = 8
/** What an administrator decides: the rows of each, and the list of them. */
const tasks = [
  {
    name: 'waivers',
    resource: 'devwaiver',
    query: { state: 'requested' },
    to: () => paths.waivers({ state: 'requested' }),
  },
  {
    name: 'appealedWaivers',
    resource: 'devwaiver',
    query: { appealed: true },
    to: () => paths.waivers({ state: 'appealed' }),
  },
  {
    name: 'qualifications',
    resource: 'devqualification',
    query: { state: 'unconfirmed' },
    to: () => paths.qualifications({ state: 'unconfirmed' }),
  },
  {
    name: 'audits',
    resource: 'cpdaudit',
    query: { state: 'submitted' },
    to: () => paths.audits({ state: 'submitted' }),
  },
  {
    name: 'appealedAudits',
    resource: 'cpdaudit',
    query: { state: 'appealed' },
    to: () => paths.audits({ state: 'appealed' }),
  },
] as const

/** What the administrators of a college look at first: people at risk in the open cycle, and what waits for them. */
export function College({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const { data: cycles } = useQuery(cyclesOf(organisation_id))
  const cycle = cycles?.find(({ state }) => state === 'open')
  const at_risk = { organisation_id, cycle_id: cycle?.id ?? 0, state: 'at_risk' as const }
  const { data: matrix } = useQuery({ ...matrixOf(at_risk, 1), enabled: cycle !== undefined })
  const counts = useQueries({
    queries: tasks.map(({ resource, query }) => ({
      queryKey: keys.recent(resource, organisation_id, query),
      queryFn: async () =>
        (await guarded(client.list(resource, { organisation_id, ...query, limit: 1 } as never))).info.total,
      staleTime: 0,
    })),
  })
  const waiting = tasks.flatMap((task, i) => {
    const count = counts[i]?.data ?? 0
    return count > 0 ? [{ ...task, count }] : []
  })
  const people = matrix?.people ?? []
  return (
    <>
      {cycle && matrix && matrix.total > 0 && (
        <Notice tone="attention" title={t('cpd:college.atRisk', { count: matrix.total })}>
          {people.slice(0, MOST).map(({ user_id, person }, i) => (
            <span key={user_id}>
              {i > 0 && ', '}
              <Link to={paths.cpdReport(user_id, cycle.id)}>{person}</Link>
            </span>
          ))}
          {' · '}
          <Link to={paths.matrix({ cycle: cycle.id, state: 'at_risk' })}>{t('cpd:college.matrix')}</Link>
        </Notice>
      )}
      {waiting.length > 0 && (
        <Notice tone="attention" title={t('cpd:college.waiting')}>
          <ul style={{ margin: 0, paddingInlineStart: 20 }}>
            {waiting.map(({ name, count, to }) => (
              <li key={name}>
                <Link to={to()}>{t(`cpd:college.${name}`, { count })}</Link>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}
