import { Alert, NativeSelect, Table, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { InHead } from '../../kit/page/HeadLine.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { cyclesOf } from '../cycles/queries.ts'
import { keys } from '../keys.ts'
import { Notice } from '../kit/Notice.tsx'
import { useCpdRole, useManages } from '../kit/useManages.ts'
import classes from './Progress.module.css'

const groupings = ['year', 'qualification'] as const
const counts = ['people', 'met', 'unmet', 'at_risk', 'empty', 'no_plan'] as const

function useMayRead(organisation_id: number): boolean {
  const is_platform = useSession(({ user }) => user?.platform_admin ?? false)
  const manages = useManages(organisation_id)
  return useCpdRole(organisation_id) === 'committee' || manages || is_platform
}

/** How many people of a cycle have met it, all together or by cohort: numbers without names. */
export function ProgressPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [params, change] = useAddress()
  const { data: cycles } = useQuery(cyclesOf(organisation_id))
  const latest = cycles?.find((each) => each.state === 'open') ?? cycles?.[0]
  const cycle_id = Number(params.get('cycle')) || latest?.id || null
  const by = groupings.find((one) => one === params.get('by')) ?? null
  const may_read = useMayRead(organisation_id)
  const { data, error } = useQuery({ ...progressOf(cycle_id ?? 0, by), enabled: may_read && cycle_id !== null })
  return (
    <Page title={t('cpd:cohorts.title')} width="full">
      <InHead place="filters">
        <NativeSelect
          aria-label={t('cpd:dashboard.cycle')}
          value={cycle_id ?? ''}
          data={(cycles ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={({ currentTarget }) => change((before) => withFilters(before, { cycle: currentTarget.value }))}
        />
        <NativeSelect
          aria-label={t('cpd:cohorts.by')}
          value={by ?? ''}
          data={[
            { value: '', label: t('cpd:cohorts.all') },
            ...groupings.map((one) => ({ value: one, label: t(`cpd:cohorts.groupings.${one}`) })),
          ]}
          onChange={({ currentTarget }) => change((before) => withFilters(before, { by: currentTarget.value || null }))}
        />
      </InHead>
      {!may_read ? (
        <Notice tone="info">{t('cpd:cohorts.notYours')}</Notice>
      ) : error ? (
        <Alert color="red">{sentenceOf(error) ?? t('form.loadFailed')}</Alert>
      ) : cycles?.length === 0 ? (
        <Notice tone="info">{t('cpd:dashboard.noCycle')}</Notice>
      ) : !data ? (
        <PageLoader />
      ) : data.length === 0 ? (
        <Notice tone="info">{t('cpd:cohorts.tooFew')}</Notice>
      ) : (
        <>
          <Table className={classes.table} striped>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('cpd:cohorts.cohort')}</Table.Th>
                {counts.map((name) => (
                  <Table.Th key={name} className={classes.number}>
                    {t(`cpd:cohorts.counts.${name}`)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map((row) => (
                <Table.Tr key={`${row.cohort} ${row.is_rest}`}>
                  <Table.Th scope="row">
                    {row.cohort ??
                      t(row.is_rest ? 'cpd:cohorts.rest' : by ? `cpd:cohorts.without.${by}` : 'cpd:cohorts.all')}
                  </Table.Th>
                  {counts.map((name) => (
                    <Table.Td key={name} className={classes.number} data-label={t(`cpd:cohorts.counts.${name}`)}>
                      {row[name]}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {by === 'qualification' && (
            <Text c="dimmed" size="sm" mt="sm">
              {t('cpd:cohorts.text')}
            </Text>
          )}
        </>
      )}
    </Page>
  )
}

const progressOf = (cycle_id: number, by: (typeof groupings)[number] | null) =>
  queryOptions({
    queryKey: keys.cpdProgress(cycle_id, by),
    queryFn: async () => (await guarded(client.act('GET cpd/progress', { cycle_id, ...(by && { by }) }))).data,
    staleTime: 0,
  })
