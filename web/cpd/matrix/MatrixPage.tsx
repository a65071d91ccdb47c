import { Alert, Button, Group, Menu, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError } from '#api/client.ts'
import { sentenceOf } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { manages, useFeatures } from '../../core/rights.ts'
import { useSession } from '../../core/session.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { downloadList } from '../../kit/lists/downloadCsv.ts'
import { PageButtons } from '../../kit/lists/PageButtons.tsx'
import { Search } from '../../kit/lists/Search.tsx'
import { useFilter } from '../../kit/lists/SelectFilter.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { withFilters } from '../../kit/lists/withFilters.ts'
import { InHead } from '../../kit/page/HeadLine.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { cyclesOf } from '../cycles/queries.ts'
import { StateFilter } from '../kit/filters.tsx'
import { Notice } from '../kit/Notice.tsx'
import { useManages } from '../kit/useManages.ts'
import { Charge } from './Charge.tsx'
import { MatrixTable } from './MatrixTable.tsx'
import { type Matrix, type MatrixQuery, matrixOf, PAGE, states } from './queries.ts'
import { WriteTo } from './WriteTo.tsx'

/** People by requirement: of the whole cycle for administrators, for supervisors those whom they supervise. */
export function MatrixPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const administers = useManages(organisation_id)
  const user = useSession((session) => session.user)
  const bills = useFeatures().includes('billing') && manages(user, 'billing') && administers
  const [params, change] = useAddress()
  const [state] = useFilter('state', states)
  const { data: cycles } = useQuery(cyclesOf(organisation_id))
  const draw_id = Number(params.get('draw')) || null
  const latest = cycles?.find((each) => each.state === 'open') ?? cycles?.[0]
  const cycle_id = Number(params.get('cycle')) || latest?.id || null
  const page = Math.max(1, Number(params.get('page')) || 1)
  const search = params.get('search') ?? ''
  const asked: MatrixQuery = {
    organisation_id,
    ...(draw_id !== null ? { draw_id } : cycle_id !== null && { cycle_id }),
    ...(state && { state }),
    ...(search && { search }),
  }
  const { data, error, isPlaceholderData } = useQuery({
    ...matrixOf(asked, page),
    enabled: draw_id !== null || cycle_id !== null,
  })
  const to = (next: number) => change((before) => withFilters(before, { page: next }))
  const has_none = cycles?.length === 0 || (error instanceof ApiError && error.status === 404)
  return (
    <Page
      title={t('cpd:matrix.title')}
      width="full"
      actions={
        <>
          {administers && data && data.total > 0 && <Others cycle_id={data.cycle_id} />}
          {data && data.total > 0 && <Export asked={asked} register_of={administers ? data.cycle_id : null} />}
        </>
      }
    >
      <InHead place="filters">
        {draw_id !== null ? (
          <Button variant="light" onClick={() => change((before) => withFilters(before, { draw: null }))}>
            {t('cpd:matrix.allPeople')}
          </Button>
        ) : (
          <NativeSelect
            aria-label={t('cpd:dashboard.cycle')}
            value={cycle_id ?? ''}
            data={(cycles ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={({ currentTarget }) => change((before) => withFilters(before, { cycle: currentTarget.value }))}
          />
        )}
      </InHead>
      <InHead place="search">
        <Search value={search} onChange={(value) => change((before) => withFilters(before, { search: value }))} />
      </InHead>
      <StateFilter values={states} textOf={(each) => t(`cpd:matrix.states.${each}`)} />
      {has_none ? (
        <Notice tone="info">{t('cpd:dashboard.noCycle')}</Notice>
      ) : error ? (
        <Alert color="red">{sentenceOf(error) ?? t('form.loadFailed')}</Alert>
      ) : !data ? (
        <PageLoader />
      ) : data.people.length === 0 ? (
        <Notice tone="info">{state || search ? t('cpd:matrix.noneMatch') : t('cpd:matrix.empty')}</Notice>
      ) : (
        <>
          <MatrixTable matrix={data} waiting={isPlaceholderData} administers={administers} />
          <Paging matrix={data} page={page} to={to}>
            <About matrix={data} administers={administers} />
            {administers && draw_id === null && <WriteTo cycle_id={data.cycle_id} asked={asked} total={data.total} />}
            {bills && draw_id === null && (
              <Charge organisation_id={organisation_id} cycle_id={data.cycle_id} asked={asked} total={data.total} />
            )}
          </Paging>
        </>
      )}
    </Page>
  )
}

/** What administrators have besides of the people of a cycle. */
function Others({ cycle_id }: { cycle_id: number }) {
  const { t } = useTranslation()
  return (
    <>
      <Button component={Link} to={paths.progress({ cycle: cycle_id })} variant="default">
        {t('cpd:cohorts.title')}
      </Button>
      <Button component={Link} to={paths.auditDraws()} variant="default">
        {t('cpd:draws.title')}
      </Button>
    </>
  )
}

/** What the table counts, and of which days. */
function About({ matrix: { start, end, closed }, administers }: { matrix: Matrix; administers: boolean }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  return (
    <Text c="dimmed" size="sm" style={{ flex: '1 1 20rem' }}>
      {t('cpd:dashboard.period', { start: day(start), end: day(end) })} {closed && t('cpd:dashboard.closed')}{' '}
      {administers ? t('cpd:matrix.text') : t('cpd:matrix.textSupervisor')}
    </Text>
  )
}

/** What is shown as CSV, and for administrators who has met the cycle, with their registration numbers. */
function Export({ asked, register_of }: { asked: MatrixQuery; register_of: number | null }) {
  const { t } = useTranslation()
  const { run, busy } = useAction({ failed: t('table.fileFailed') })
  const csv = () => void run(() => downloadList('cpd/matrix', asked, 'csv'))
  if (register_of === null) {
    return (
      <Button variant="default" loading={busy} onClick={csv}>
        {t('table.csv')}
      </Button>
    )
  }
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" loading={busy}>
          {t('choices.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={csv}>{t('table.csv')}</Menu.Item>
        <Menu.Item onClick={() => void run(() => downloadList('cpd/register', { cycle_id: register_of }, 'csv'))}>
          {t('cpd:matrix.register')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Paging({ matrix, page, to, children }: PagingProps) {
  const { t } = useTranslation()
  const from = (page - 1) * PAGE + 1
  return (
    <Group gap="xs" mt="sm">
      {children}
      <Group gap="xs" wrap="nowrap" ms="auto">
        <Text size="sm" className="numbers">
          {t('table.range', { from, to: from + matrix.people.length - 1, total: matrix.total })}
        </Text>
        <PageButtons page={page} isLast={page * PAGE >= matrix.total} to={to} />
      </Group>
    </Group>
  )
}

type PagingProps = { matrix: Matrix; page: number; to: (page: number) => void; children: ReactNode }
