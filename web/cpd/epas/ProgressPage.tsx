import { Badge, Table, Text, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { keys } from '../keys.ts'

type Progress = DataOf<'GET cpdassessments/progress'>

/** People and entrustable activities: the levels over time, and whether what is asked for is reached. */
export function ProgressPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { data: progress } = useQuery({
    queryKey: keys.epaProgress(organisation_id),
    queryFn: async () => (await guarded(client.act('GET cpdassessments/progress', { organisation_id }))).data,
    staleTime: 0,
  })
  if (!progress) return <PageLoader />
  const people = [...new Map(progress.cells.map(({ user_id, person }) => [user_id, person]))]
  return (
    <Page title={t('cpd:epas.progress')} width="full">
      <Text c="dimmed" mb="md">
        {t('cpd:epas.progressText')}
      </Text>
      {people.length === 0 ? (
        <Text c="dimmed">{t('cpd:epas.noAssessments')}</Text>
      ) : (
        <Table.ScrollContainer minWidth={480}>
          <Table stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('cpd:fields.cpdassessment.person')}</Table.Th>
                {progress.epas.map(({ id, code, name }) => (
                  <Table.Th key={id}>
                    <Tooltip label={name}>
                      <span>{code}</span>
                    </Tooltip>
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {people.map(([user_id, person]) => (
                <Table.Tr key={user_id}>
                  <Table.Th scope="row">{person}</Table.Th>
                  {progress.epas.map((epa) => (
                    <Table.Td key={epa.id}>
                      <Cell
                        epa={epa}
                        cell={progress.cells.find((each) => each.user_id === user_id && each.cpd_epa_id === epa.id)}
                      />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Page>
  )
}

function Cell({ epa, cell }: { epa: Progress['epas'][number]; cell: Progress['cells'][number] | undefined }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  if (!cell) return <Text c="dimmed">–</Text>
  const { latest, assessments, times, assessors, reached } = cell
  const { required_level, required_times, required_assessors } = epa
  return (
    <div>
      <Badge variant="light" color={reached ? 'teal' : reached === null ? 'gray' : 'blue'}>
        {t('cpd:epas.level', { level: latest })}
      </Badge>
      <Text size="sm">{assessments.map(({ level }) => level).join(' → ')}</Text>
      <Text size="xs" c="dimmed">
        {t('cpd:epas.last', { day: day(assessments.at(-1)!.on) })}
      </Text>
      {required_level !== null && (
        <Text size="xs" c="dimmed">
          {t('cpd:epas.reached', { level: required_level, times, required_times, assessors, required_assessors })}
        </Text>
      )}
    </div>
  )
}
